// Bugs and the sets that belong to one bug.
import { bool, entity, int, nullable, real, text, time, to } from '../store/index.js'

export const bugs = {
  bugs: entity({
    columns: {
      id: int(),
      summary: text(),
      summary_folded: text({ substringIndex: true }),
      product_id: int(),
      component_id: int(),
      version_id: int(),
      target_milestone_id: int(),
      status_id: int(),
      resolution_id: int(),
      priority_id: int(),
      severity_id: int(),
      platform_id: int(),
      op_sys_id: int(),
      /** Follows from the status; stored because most searches ask for it. */
      is_open: bool(),
      is_confirmed: bool(),
      creator_id: int(),
      assigned_to_id: int(),
      qa_contact_id: nullable(int()),
      url: text(),
      url_folded: text(),
      whiteboard: text(),
      whiteboard_folded: text({ substringIndex: true }),
      /** YYYY-MM-DD. */
      deadline: nullable(text()),
      dupe_of: nullable(int()),
      is_cc_accessible: bool(),
      is_creator_accessible: bool(),
      /** In how many groups the bug is; 0 means public. Kept with bug_groups. */
      group_count: int(),
      /** Hours. */
      estimated_time: real(),
      remaining_time: real(),
      /** Sum of the hours of all comments. Kept with comments. */
      actual_time: real(),
      /** floor(100 × actual / (actual + remaining)), 0 when both are 0. Kept with the hours. */
      percentage_complete: int(),
      /** The description included. Kept with comments. */
      comment_count: int(),
      public_comment_count: int(),
      creation_time: time(),
      last_change_time: time(),
      /** The user who made the last change; NULL: not known. */
      last_changer_id: nullable(int()),
      /** No change by another user was later; NULL: in the last 90 days there was none. */
      others_changed_at: nullable(time()),
      /** How many users gave `+1` to the description; 0 while it is private. Kept with the reactions. */
      votes: int(),
      /** Time up to which changes were sent by email. */
      last_mail_time: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    index: [
      ['product_id', 'last_change_time'],
      ['product_id', 'status_id'],
      ['product_id', 'status_id', 'last_change_time'],
      ['component_id'],
      ['component_id', 'last_change_time'],
      ['version_id'],
      ['target_milestone_id'],
      ['status_id'],
      ['status_id', 'last_change_time'],
      ['resolution_id'],
      ['priority_id'],
      ['severity_id'],
      ['platform_id'],
      ['op_sys_id'],
      ['creator_id'],
      ['creator_id', 'last_change_time'],
      ['assigned_to_id', 'is_open'],
      ['assigned_to_id', 'is_open', 'last_change_time'],
      ['qa_contact_id'],
      ['qa_contact_id', 'last_change_time'],
      ['dupe_of'],
      ['deadline'],
      ['url_folded'],
      ['creation_time'],
      ['last_change_time'],
      ['group_count'],
      ['product_id', 'component_id', 'status_id', 'resolution_id', 'priority_id', 'severity_id', 'group_count'],
    ],
    usual: { group_count: 0 },
    counters: {
      name: 'bug_counts',
      by: [
        'product_id',
        'component_id',
        'version_id',
        'target_milestone_id',
        'status_id',
        'is_open',
        'resolution_id',
        'group_count',
      ],
    },
    relations: {
      product: to('products', ['product_id', 'id']),
      component: to('components', ['component_id', 'id']),
      version: to('versions', ['version_id', 'id']),
      target_milestone: to('milestones', ['target_milestone_id', 'id']),
      status: to('legal_values', ['status_id', 'id']),
      resolution: to('legal_values', ['resolution_id', 'id']),
      priority: to('legal_values', ['priority_id', 'id']),
      severity: to('legal_values', ['severity_id', 'id']),
      platform: to('legal_values', ['platform_id', 'id']),
      op_sys: to('legal_values', ['op_sys_id', 'id']),
      creator: to('users', ['creator_id', 'id']),
      assigned_to: to('users', ['assigned_to_id', 'id']),
      qa_contact: to('users', ['qa_contact_id', 'id']),
      aliases: { ...to('bug_aliases', ['id', 'bug_id']), isRare: true },
      cc: to('bug_cc', ['id', 'bug_id']),
      groups: to('bug_groups', ['id', 'bug_id']),
      keywords: to('bug_keywords', ['id', 'bug_id']),
      see_also: to('bug_see_also', ['id', 'bug_id']),
      depends_on: to('bug_dependencies', ['id', 'bug_id']),
      blocks: to('bug_dependencies', ['id', 'depends_on_id']),
      duplicates: to('bugs', ['id', 'dupe_of']),
      duplicate_of: to('bugs', ['dupe_of', 'id']),
      custom_values: to('custom_values', ['id', 'bug_id']),
      comments: to('comments', ['id', 'bug_id']),
      attachments: to('attachments', ['id', 'bug_id']),
      code_links: to('code_links', ['id', 'bug_id']),
      flags: to('flags', ['id', 'bug_id']),
      history: to('bug_history', ['id', 'bug_id']),
      tags: to('bug_tags', ['id', 'bug_id']),
      marks: to('bug_marks', ['id', 'bug_id']),
      /** Marks of users who have seen all changes. */
      seen_marks: to('bug_marks', ['id', 'bug_id'], ['last_change_time', 'seen_until']),
    },
  }),

  bug_aliases: entity({
    columns: { alias_folded: text(), alias: text(), bug_id: int() },
    key: ['alias_folded'],
    index: [['bug_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']) },
  }),

  bug_cc: entity({
    columns: { bug_id: int(), user_id: int() },
    key: ['bug_id', 'user_id'],
    index: [['user_id']],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      user: to('users', ['user_id', 'id']),
      /** The bug, where the person has that role in it too: here and below. */
      as_creator: to('bugs', ['bug_id', 'id'], ['user_id', 'creator_id']),
      as_assigned_to: to('bugs', ['bug_id', 'id'], ['user_id', 'assigned_to_id']),
      as_qa_contact: to('bugs', ['bug_id', 'id'], ['user_id', 'qa_contact_id']),
    },
  }),

  bug_groups: entity({
    columns: { bug_id: int(), group_id: int() },
    key: ['bug_id', 'group_id'],
    index: [['group_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']), group: to('groups', ['group_id', 'id']) },
  }),

  bug_keywords: entity({
    columns: { bug_id: int(), keyword_id: int() },
    key: ['bug_id', 'keyword_id'],
    index: [['keyword_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']), keyword: to('keywords', ['keyword_id', 'id']) },
  }),

  /** `bug_id` depends on `depends_on_id`, which blocks it. */
  bug_dependencies: entity({
    columns: { bug_id: int(), depends_on_id: int() },
    key: ['bug_id', 'depends_on_id'],
    index: [['depends_on_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']), depends_on: to('bugs', ['depends_on_id', 'id']) },
  }),

  bug_see_also: entity({
    columns: {
      id: int(),
      bug_id: int(),
      url: text(),
      url_folded: text(),
      /** The bug of this installation that the URL names. */
      local_bug_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    unique: [['bug_id', 'url_folded']],
    index: [['url_folded'], ['local_bug_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']), local_bug: to('bugs', ['local_bug_id', 'id']) },
  }),

  /** One row for each value of a custom field; which column holds it follows from the type of the field. */
  custom_values: entity({
    columns: {
      id: int(),
      bug_id: int(),
      field_id: int(),
      text: nullable(text()),
      text_folded: nullable(text()),
      /** Integers and bug ids. */
      number: nullable(int()),
      /** Dates (midnight UTC) and date/times. */
      time: nullable(time()),
      value_id: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    index: [
      ['bug_id', 'field_id'],
      ['field_id', 'value_id'],
      ['field_id', 'number'],
      ['field_id', 'time'],
      ['field_id', 'text_folded'],
    ],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      field: to('fields', ['field_id', 'id']),
      value: to('legal_values', ['value_id', 'id']),
      linked_bug: to('bugs', ['number', 'id']),
    },
  }),

  /** Changes of bugs. Rows of one update share `at` and `user_id`. */
  bug_history: entity({
    columns: {
      id: int(),
      bug_id: int(),
      user_id: int(),
      at: time(),
      /** The name that history answers use: 'status', 'cc', 'flagtypes.name', 'attachments.description' … */
      field: text(),
      removed: text(),
      removed_folded: text(),
      added: text(),
      added_folded: text(),
      attachment_id: nullable(int()),
      comment_id: nullable(int()),
      /** The rule of the embedding program that made the change. */
      rule: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    index: [['bug_id', 'at'], ['field', 'at'], ['user_id', 'at'], ['attachment_id']],
    relations: {
      bug: to('bugs', ['bug_id', 'id']),
      user: to('users', ['user_id', 'id']),
      attachment: to('attachments', ['attachment_id', 'id']),
      as_creator: to('bugs', ['bug_id', 'id'], ['user_id', 'creator_id']),
      as_assigned_to: to('bugs', ['bug_id', 'id'], ['user_id', 'assigned_to_id']),
      as_qa_contact: to('bugs', ['bug_id', 'id'], ['user_id', 'qa_contact_id']),
      comment: to('comments', ['comment_id', 'id']),
    },
  }),

  /** The relation of a user to a bug: visits, the inbox, following and mute. */
  bug_marks: entity({
    columns: {
      user_id: int(),
      bug_id: int(),
      last_visit_ts: nullable(time()),
      /** Changes up to this time are seen or done. */
      seen_until: nullable(time()),
      /** Its line in the inbox is put off until then, and unread from then on. */
      later_until: nullable(time()),
      /** True: follows the bug. False: muted. NULL: by role. */
      following: nullable(bool()),
      /** True: the user stopped following it, so their roles and comments cause no lines or email. Only if `following` is NULL. */
      following_off: nullable(bool()),
    },
    key: ['user_id', 'bug_id'],
    index: [
      ['user_id', 'last_visit_ts'],
      ['user_id', 'later_until'],
      ['user_id', 'following'],
      ['user_id', 'following_off'],
      ['bug_id', 'following'],
    ],
    relations: { bug: to('bugs', ['bug_id', 'id']), user: to('users', ['user_id', 'id']) },
  }),

  /** A user's private tags on bugs. */
  personal_tags: entity({
    columns: { id: int(), user_id: int(), name: text(), name_folded: text() },
    key: ['id'],
    autoId: true,
    unique: [['user_id', 'name_folded']],
    relations: { user: to('users', ['user_id', 'id']), uses: to('bug_tags', ['id', 'tag_id']) },
  }),

  bug_tags: entity({
    columns: { tag_id: int(), bug_id: int() },
    key: ['tag_id', 'bug_id'],
    index: [['bug_id']],
    relations: { bug: to('bugs', ['bug_id', 'id']), tag: to('personal_tags', ['tag_id', 'id']) },
  }),
}
