// The fields of bugs that every installation has. Their ids and names are the same everywhere.
import { fieldTypes } from './field-types.js'

export { fieldTypes } from './field-types.js'

interface StandardField {
  readonly name: string
  readonly display_name: string
  readonly type: number
  readonly is_mandatory: boolean
  readonly is_in_new_mail: boolean
}

const { plain, singleSelect, dateTime, bugUrls, keywords } = fieldTypes

const field = (name: string, display_name: string, type: number = plain): StandardField => ({
  name,
  display_name,
  type,
  is_mandatory: false,
  is_in_new_mail: false,
})
/** Told in the mail about a new bug. */
const fieldInNewMail = (name: string, display_name: string, type: number = plain) => ({
  ...field(name, display_name, type),
  is_in_new_mail: true,
})
const mandatory = (name: string, display_name: string, type: number = plain) => ({
  ...fieldInNewMail(name, display_name, type),
  is_mandatory: true,
})

/** In the order of their ids, from 1. */
export const standardFields: readonly StandardField[] = [
  fieldInNewMail('bug_id', 'Bug #'),
  mandatory('short_desc', 'Summary'),
  fieldInNewMail('classification', 'Classification', singleSelect),
  mandatory('product', 'Product', singleSelect),
  mandatory('version', 'Version'),
  fieldInNewMail('rep_platform', 'Platform', singleSelect),
  fieldInNewMail('bug_file_loc', 'URL'),
  fieldInNewMail('op_sys', 'OS/Version', singleSelect),
  fieldInNewMail('bug_status', 'Status', singleSelect),
  fieldInNewMail('status_whiteboard', 'Status Whiteboard'),
  fieldInNewMail('keywords', 'Keywords', keywords),
  field('resolution', 'Resolution', singleSelect),
  fieldInNewMail('bug_severity', 'Severity', singleSelect),
  fieldInNewMail('priority', 'Priority', singleSelect),
  mandatory('component', 'Component', singleSelect),
  fieldInNewMail('assigned_to', 'AssignedTo'),
  fieldInNewMail('reporter', 'ReportedBy'),
  fieldInNewMail('qa_contact', 'QAContact'),
  field('assigned_to_realname', 'AssignedToName'),
  field('reporter_realname', 'ReportedByName'),
  field('qa_contact_realname', 'QAContactName'),
  fieldInNewMail('cc', 'CC'),
  fieldInNewMail('dependson', 'Depends on'),
  fieldInNewMail('blocked', 'Blocks'),
  field('attachments.description', 'Attachment description'),
  field('attachments.filename', 'Attachment filename'),
  field('attachments.mimetype', 'Attachment mime type'),
  field('attachments.ispatch', 'Attachment is patch'),
  field('attachments.isobsolete', 'Attachment is obsolete'),
  field('attachments.isprivate', 'Attachment is private'),
  field('attachments.submitter', 'Attachment creator'),
  fieldInNewMail('target_milestone', 'Target Milestone'),
  field('creation_ts', 'Creation date'),
  field('delta_ts', 'Last changed date'),
  field('longdesc', 'Comment'),
  field('longdescs.isprivate', 'Comment is private'),
  field('longdescs.count', 'Number of Comments'),
  field('alias', 'Alias'),
  field('everconfirmed', 'Ever Confirmed'),
  field('reporter_accessible', 'Reporter Accessible'),
  field('cclist_accessible', 'CC Accessible'),
  fieldInNewMail('bug_group', 'Group'),
  fieldInNewMail('estimated_time', 'Estimated Hours'),
  field('remaining_time', 'Remaining Hours'),
  fieldInNewMail('deadline', 'Deadline', dateTime),
  field('commenter', 'Commenter'),
  field('flagtypes.name', 'Flags'),
  field('requestees.login_name', 'Flag Requestee'),
  field('setters.login_name', 'Flag Setter'),
  field('work_time', 'Hours Worked'),
  field('percentage_complete', 'Percentage Complete'),
  field('content', 'Content'),
  field('attach_data.thedata', 'Attachment data'),
  field('owner_idle_time', 'Time Since Assignee Touched'),
  field('see_also', 'See Also', bugUrls),
  field('tag', 'Personal Tags', keywords),
  field('last_visit_ts', 'Last Visit', dateTime),
  field('comment_tag', 'Comment Tag'),
  field('days_elapsed', 'Days since bug changed'),
]

/** Legal values in order; their sort keys are 100, 200, … */
export const standardValues = {
  bug_status: ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED'],
  resolution: ['', 'FIXED', 'INVALID', 'WONTFIX', 'DUPLICATE', 'WORKSFORME'],
  priority: ['Highest', 'High', 'Normal', 'Low', 'Lowest', '---'],
  bug_severity: ['blocker', 'critical', 'major', 'normal', 'minor', 'trivial', 'enhancement'],
  rep_platform: ['All', 'PC', 'Macintosh', 'Other'],
  op_sys: ['All', 'Windows', 'Mac OS', 'Linux', 'Other'],
} as const

export const openStatuses: readonly string[] = ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS']

/** Which status may follow which; the empty one stands for a new bug. A closed bug may always become a duplicate. */
export const standardWorkflow: Readonly<Record<string, readonly string[]>> = {
  '': ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS'],
  UNCONFIRMED: ['CONFIRMED', 'IN_PROGRESS', 'RESOLVED'],
  CONFIRMED: ['IN_PROGRESS', 'RESOLVED'],
  IN_PROGRESS: ['CONFIRMED', 'RESOLVED'],
  RESOLVED: ['UNCONFIRMED', 'CONFIRMED', 'VERIFIED'],
  VERIFIED: ['UNCONFIRMED', 'CONFIRMED'],
}
