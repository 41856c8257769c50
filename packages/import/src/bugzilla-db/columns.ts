// Columns that extensions and local changes have added to the tables of a Bugzilla.
import type { Reading } from './context.js'
import type { DbSource } from './connect.js'
import { numberOf } from './text.js'

/** The columns of tables that are imported: those of Bugzilla itself, and templates of descriptions. */
const columns: Readonly<Record<string, string>> = {
  profiles:
    'userid login_name cryptpassword realname disabledtext disable_mail mybugslink extern_id is_enabled last_seen_date',
  groups: 'id name description isbuggroup userregexp isactive icon_url',
  user_group_map: 'user_id group_id isbless grant_type',
  group_group_map: 'member_id grantor_id grant_type',
  classifications: 'id name description sortkey',
  products:
    'id name classification_id description isactive defaultmilestone allows_unconfirmed bug_description_template',
  components: 'id name product_id initialowner initialqacontact description isactive bug_description_template',
  component_cc: 'user_id component_id',
  versions: 'id value product_id isactive',
  milestones: 'id product_id value sortkey isactive',
  group_control_map: 'group_id product_id entry membercontrol othercontrol canedit editcomponents editbugs canconfirm',
  fielddefs:
    'id name type custom description long_desc mailhead sortkey obsolete enter_bug buglist visibility_field_id ' +
    'value_field_id reverse_desc is_mandatory is_numeric',
  field_visibility: 'field_id value_id',
  bug_status: 'id value sortkey isactive visibility_value_id is_open',
  resolution: 'id value sortkey isactive visibility_value_id',
  bug_severity: 'id value sortkey isactive visibility_value_id',
  priority: 'id value sortkey isactive visibility_value_id',
  rep_platform: 'id value sortkey isactive visibility_value_id',
  op_sys: 'id value sortkey isactive visibility_value_id',
  status_workflow: 'old_status new_status require_comment',
  keyworddefs: 'id name description',
  flagtypes:
    'id name description cc_list target_type is_active is_requestable is_requesteeble is_multiplicable sortkey ' +
    'grant_group_id request_group_id',
  flaginclusions: 'type_id product_id component_id',
  flagexclusions: 'type_id product_id component_id',
  bugs:
    'bug_id assigned_to bug_file_loc bug_severity bug_status creation_ts delta_ts short_desc op_sys priority ' +
    'product_id rep_platform reporter version component_id resolution target_milestone qa_contact status_whiteboard ' +
    'lastdiffed everconfirmed reporter_accessible cclist_accessible estimated_time remaining_time deadline',
  bugs_aliases: 'alias bug_id',
  cc: 'bug_id who',
  keywords: 'bug_id keywordid',
  dependencies: 'blocked dependson',
  duplicates: 'dupe_of dupe',
  bug_see_also: 'id bug_id value class',
  bug_group_map: 'bug_id group_id',
  longdescs: 'comment_id bug_id who bug_when work_time thetext isprivate already_wrapped type extra_data',
  longdescs_tags: 'id comment_id tag',
  longdescs_tags_activity: 'id bug_id comment_id who bug_when added removed',
  bugs_activity: 'id bug_id attach_id who bug_when fieldid added removed comment_id',
  attachments:
    'attach_id bug_id creation_ts modification_time description mimetype filename ispatch isobsolete isprivate ' +
    'submitter_id',
  attach_data: 'id thedata',
  flags: 'id type_id status bug_id attach_id creation_date modification_date setter_id requestee_id',
  votes: 'who bug_id vote_count',
  user_api_keys: 'id user_id api_key description revoked last_used last_used_ip app_id',
  email_setting: 'user_id relationship event',
  profile_setting: 'user_id setting_name setting_value',
  watch: 'watcher watched',
  email_bug_ignore: 'user_id bug_id',
  bug_user_last_visit: 'id user_id bug_id last_visit_ts',
  tag: 'id name user_id',
  bug_tag: 'bug_id tag_id',
  namedqueries: 'id userid name query',
  namedqueries_link_in_footer: 'namedquery_id user_id',
  namedquery_group_map: 'namedquery_id group_id',
  reports: 'id user_id name query',
  whine_events: 'id owner_userid subject body mailifnobugs',
  whine_queries: 'id eventid query_name sortkey onemailperbug title',
  whine_schedules: 'id eventid run_day run_time run_next mailto mailto_type',
}

/** A column that Bugzilla itself does not have. */
export interface ForeignColumn {
  readonly table: string
  readonly column: string
  /** Rows with a value other than empty and 0. */
  readonly count: number
}

/** The foreign columns that have values; `customFields` are columns of bugs. */
export async function readForeignColumns(
  { source, tables }: Reading,
  customFields: ReadonlySet<string>,
): Promise<ForeignColumn[]> {
  const found: ForeignColumn[] = []
  for (const [table, listed] of Object.entries(columns)) {
    const known = new Set(listed.split(' '))
    for (const column of tables.get(table) ?? []) {
      if (known.has(column) || (table === 'bugs' && customFields.has(column))) continue
      const text = textIn(source, column)
      const sql = `SELECT COUNT(*) AS n FROM ${source.name(table)} WHERE ${text} NOT IN ('', '0')`
      const [row] = await source.rows(sql)
      const count = numberOf(row?.['n'])
      if (count > 0) found.push({ table, column, count })
    }
  }
  return found
}

function textIn({ kind, name }: DbSource, column: string): string {
  return `CAST(${name(column)} AS ${kind === 'mysql' ? 'CHAR' : 'text'})`
}
