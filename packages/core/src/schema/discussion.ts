// Comments, attachments and flags.
import { bool, bytes, entity, int, nullable, real, text, time, to } from '../store/index.js'

export const discussion = {
  comments: entity({
    columns: {
      id: int(),
      bug_id: int(),
      creator_id: int(),
      /** Its number within the bug: 0 is the description. */
      count: int(),
      text: text(),
      text_folded: text({ substringIndex: true }),
      creation_time: time(),
      is_private: bool(),
      /** The text is Markdown; else it is shown as typed. */
      is_markdown: bool(),
      /** Hours. */
      work_time: real(),
      /** 'normal', or which sentence is generated: 'duplicate_of', 'has_duplicate', 'attachment_created', 'attachment_updated'. */
      type: text(),
      /** The bug that a duplicate comment speaks of. */
      related_bug_id: nullable(int()),
      attachment_id: nullable(int()),
      /** How often its text was edited; NULL for one that never was. */
      revision: nullable(int()),
      edit_time: nullable(time()),
      /** TRUE since the first reaction, also if all are removed; else NULL. Answers of other comments read no reactions. */
      has_reactions: nullable(bool()),
    },
    key: ['id'],
    autoId: true,
    unique: [['bug_id', 'count']],
    index: [['creator_id', 'creation_time'], ['creation_time'], ['attachment_id'], ['bug_id', 'creation_time']],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      creator: to('users', ['creator_id', 'id']),
      tags: to('comment_tags', ['id', 'comment_id']),
      mentions: to('comment_mentions', ['id', 'comment_id']),
      reactions: to('comment_reactions', ['id', 'comment_id']),
      revisions: to('comment_revisions', ['id', 'comment_id']),
      related_bug: to('bugs', ['related_bug_id', 'id']),
      attachment: to('attachments', ['attachment_id', 'id']),
      as_creator: to('bugs', ['bug_id', 'id'], ['creator_id', 'creator_id']),
      as_assigned_to: to('bugs', ['bug_id', 'id'], ['creator_id', 'assigned_to_id']),
      as_qa_contact: to('bugs', ['bug_id', 'id'], ['creator_id', 'qa_contact_id']),
    },
  }),

  /** People mentioned in a comment who could see it when it was written. */
  comment_mentions: entity({
    columns: {
      comment_id: int(),
      user_id: int(),
      /** The word after the `@`, in lowercase. */
      word: text(),
      /** When an edit added it; NULL: the comment was written with it. */
      added_at: nullable(time()),
    },
    key: ['comment_id', 'user_id'],
    index: [['user_id']],
    relations: { comment: to('comments', ['comment_id', 'id']), user: to('users', ['user_id', 'id']) },
  }),

  /** Reactions of people to comments. */
  comment_reactions: entity({
    columns: {
      comment_id: int(),
      user_id: int(),
      /** One of `reactionNames`. */
      reaction: text(),
      at: time(),
    },
    key: ['comment_id', 'user_id', 'reaction'],
    index: [['user_id']],
    relations: { comment: to('comments', ['comment_id', 'id']), user: to('users', ['user_id', 'id']) },
  }),

  /** Previous versions of comments, a row per edit. Not searched. */
  comment_revisions: entity({
    columns: {
      comment_id: int(),
      /** From 0: the text before the first edit. */
      revision: int(),
      text: text(),
      user_id: int(),
      at: time(),
      /** The text was erased. */
      is_redacted: bool(),
    },
    key: ['comment_id', 'revision'],
    index: [['user_id']],
    relations: { comment: to('comments', ['comment_id', 'id']), user: to('users', ['user_id', 'id']) },
  }),

  comment_tags: entity({
    columns: { comment_id: int(), tag_folded: text(), tag: text() },
    key: ['comment_id', 'tag_folded'],
    index: [['tag_folded']],
    relations: {
      comment: to('comments', ['comment_id', 'id']),
      weight: to('comment_tag_weights', ['tag_folded', 'tag_folded']),
    },
  }),

  /** How often a comment tag is in use, for suggestions. */
  comment_tag_weights: entity({
    columns: { tag_folded: text(), tag: text(), weight: int() },
    key: ['tag_folded'],
    index: [['weight']],
    relations: { uses: to('comment_tags', ['tag_folded', 'tag_folded']) },
  }),

  comment_tag_activity: entity({
    columns: {
      id: int(),
      bug_id: int(),
      comment_id: int(),
      user_id: int(),
      at: time(),
      added: text(),
      removed: text(),
    },
    key: ['id'],
    autoId: true,
    index: [['comment_id'], ['bug_id', 'at']],
    relations: {
      comment: to('comments', ['comment_id', 'id']),
      bug: to('bugs', ['bug_id', 'id']),
      user: to('users', ['user_id', 'id']),
    },
  }),

  attachments: entity({
    columns: {
      id: int(),
      bug_id: int(),
      creator_id: int(),
      creation_time: time(),
      last_change_time: time(),
      file_name: text(),
      file_name_folded: text(),
      summary: text(),
      summary_folded: text(),
      content_type: text(),
      is_patch: bool(),
      is_obsolete: bool(),
      is_private: bool(),
      /** Bytes. */
      size: int(),
    },
    key: ['id'],
    autoId: true,
    index: [['bug_id'], ['creator_id']],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      creator: to('users', ['creator_id', 'id']),
      flags: to('flags', ['id', 'attachment_id']),
      data: to('attachment_data', ['id', 'attachment_id']),
      as_creator: to('bugs', ['bug_id', 'id'], ['creator_id', 'creator_id']),
      as_assigned_to: to('bugs', ['bug_id', 'id'], ['creator_id', 'assigned_to_id']),
      as_qa_contact: to('bugs', ['bug_id', 'id'], ['creator_id', 'qa_contact_id']),
    },
  }),

  /** Apart from the attachments, so that no listing reads it. */
  attachment_data: entity({
    columns: {
      attachment_id: int(),
      /** Empty when the content is in parts. */
      data: bytes(),
      /** The folded text of textual content, for searches. */
      text_folded: nullable(text()),
    },
    key: ['attachment_id'],
    relations: { attachment: to('attachments', ['attachment_id', 'id']) },
  }),

  /** Content that is too large for one row, piece by piece, so that a download need not hold it all. */
  attachment_parts: entity({
    columns: {
      attachment_id: int(),
      /** From 0. All but the last are equally long. */
      part: int(),
      data: bytes(),
    },
    key: ['attachment_id', 'part'],
    relations: { attachment: to('attachments', ['attachment_id', 'id']) },
  }),

  flags: entity({
    columns: {
      id: int(),
      type_id: int(),
      bug_id: int(),
      /** NULL for a flag on the bug itself. */
      attachment_id: nullable(int()),
      /** '?', '+' or '-'. */
      status: text(),
      setter_id: int(),
      requestee_id: nullable(int()),
      creation_date: time(),
      modification_date: time(),
    },
    key: ['id'],
    autoId: true,
    index: [['bug_id'], ['attachment_id'], ['type_id'], ['setter_id'], ['requestee_id']],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      attachment: to('attachments', ['attachment_id', 'id']),
      type: to('flag_types', ['type_id', 'id']),
      setter: to('users', ['setter_id', 'id']),
      requestee: to('users', ['requestee_id', 'id']),
      set_by_creator: to('bugs', ['bug_id', 'id'], ['setter_id', 'creator_id']),
      set_by_assigned_to: to('bugs', ['bug_id', 'id'], ['setter_id', 'assigned_to_id']),
      set_by_qa_contact: to('bugs', ['bug_id', 'id'], ['setter_id', 'qa_contact_id']),
      requested_from_creator: to('bugs', ['bug_id', 'id'], ['requestee_id', 'creator_id']),
      requested_from_assigned_to: to('bugs', ['bug_id', 'id'], ['requestee_id', 'assigned_to_id']),
      requested_from_qa_contact: to('bugs', ['bug_id', 'id'], ['requestee_id', 'qa_contact_id']),
    },
  }),
}
