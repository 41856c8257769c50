/** All fields of attachments but their content. */
export const attachmentFields = [
  'id',
  'bug_id',
  'size',
  'creation_time',
  'last_change_time',
  'file_name',
  'summary',
  'content_type',
  'is_private',
  'is_obsolete',
  'is_patch',
  'creator',
  'flags',
] as const
