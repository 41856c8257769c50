// The tables of Bugzilla 5.0, as its own schema describes them, for MariaDB and PostgreSQL.

type Kind = 'mysql' | 'postgres'

const types: Readonly<Record<string, readonly [mysql: string, postgres: string]>> = {
  int: ['int', 'integer'],
  bool: ['tinyint', 'smallint'],
  time: ['datetime', 'timestamp(0) without time zone'],
  day: ['datetime', 'timestamp(0) without time zone'],
  // Columns say latin1 and hold UTF-8, as in databases that were never converted.
  text: ['mediumtext CHARACTER SET latin1', 'text'],
  str: ['varchar(255) CHARACTER SET latin1', 'varchar(255)'],
  dec: ['decimal(7,2)', 'numeric(7,2)'],
  blob: ['longblob', 'bytea'],
}

const value = 'id:int value:str sortkey:int isactive:bool visibility_value_id:int'

/** Columns without a type are numbers. */
const tables: Readonly<Record<string, string>> = {
  bz_schema: 'schema_data:blob version:dec',
  profiles:
    'userid login_name:str cryptpassword:str realname:str disabledtext:text disable_mail:bool mybugslink:bool extern_id:str is_enabled:bool last_seen_date:time',
  groups: 'id name:str description:text isbuggroup:bool userregexp:text isactive:bool icon_url:text',
  user_group_map: 'user_id group_id isbless:bool grant_type:bool',
  group_group_map: 'member_id grantor_id grant_type:bool',
  classifications: 'id name:str description:text sortkey',
  products:
    'id name:str classification_id description:text isactive:bool defaultmilestone:str allows_unconfirmed:bool maxvotesperbug:int',
  components: 'id name:str product_id initialowner initialqacontact description:text isactive:bool',
  component_cc: 'user_id component_id',
  versions: 'id value:str product_id isactive:bool',
  milestones: 'id product_id value:str sortkey isactive:bool',
  group_control_map:
    'group_id product_id entry:bool membercontrol:bool othercontrol:bool canedit:bool editcomponents:bool editbugs:bool canconfirm:bool',
  fielddefs:
    'id name:str type custom:bool description:str long_desc:str mailhead:bool sortkey obsolete:bool enter_bug:bool buglist:bool visibility_field_id value_field_id reverse_desc:str is_mandatory:bool is_numeric:bool',
  field_visibility: 'field_id value_id',
  bug_status: `${value} is_open:bool`,
  resolution: value,
  bug_severity: value,
  priority: value,
  rep_platform: value,
  op_sys: value,
  status_workflow: 'old_status new_status require_comment:bool',
  keyworddefs: 'id name:str description:text',
  flagtypes:
    'id name:str description:text cc_list:str target_type:str is_active:bool is_requestable:bool is_requesteeble:bool is_multiplicable:bool sortkey grant_group_id request_group_id',
  flaginclusions: 'type_id product_id component_id',
  flagexclusions: 'type_id product_id component_id',
  bugs: 'bug_id assigned_to bug_file_loc:text bug_severity:str bug_status:str creation_ts:time delta_ts:time short_desc:text op_sys:str priority:str product_id rep_platform:str reporter version:str component_id resolution:str target_milestone:str qa_contact status_whiteboard:text lastdiffed:time everconfirmed:bool reporter_accessible:bool cclist_accessible:bool estimated_time:dec remaining_time:dec deadline:day cf_team:str cf_note:text cf_due:time cf_count:int cf_model:str votes:int',
  bugs_aliases: 'alias:str bug_id',
  cc: 'bug_id who',
  keywords: 'bug_id keywordid',
  dependencies: 'blocked dependson',
  duplicates: 'dupe_of dupe',
  bug_see_also: 'id bug_id value:str class:str',
  bug_group_map: 'bug_id group_id',
  longdescs:
    'comment_id bug_id who bug_when:time work_time:dec thetext:text isprivate:bool already_wrapped:bool type extra_data:str',
  longdescs_tags: 'id comment_id tag:str',
  longdescs_tags_activity: 'id bug_id comment_id who bug_when:time added:str removed:str',
  bugs_activity: 'id bug_id attach_id who bug_when:time fieldid added:str removed:str comment_id',
  attachments:
    'attach_id bug_id creation_ts:time modification_time:time description:text mimetype:str filename:str ispatch:bool isobsolete:bool isprivate:bool submitter_id',
  attach_data: 'id thedata:blob',
  flags: 'id type_id status:str bug_id attach_id creation_date:time modification_date:time setter_id requestee_id',
  votes: 'who bug_id vote_count',
  user_api_keys: 'id user_id api_key:str description:str revoked:bool last_used:time last_used_ip:str app_id:str',
  email_setting: 'user_id relationship event',
  profile_setting: 'user_id setting_name:str setting_value:str',
  setting: 'name:str default_value:str',
  watch: 'watcher watched',
  email_bug_ignore: 'user_id bug_id',
  bug_user_last_visit: 'id user_id bug_id last_visit_ts:time',
  tag: 'id name:str user_id',
  bug_tag: 'bug_id tag_id',
  namedqueries: 'id userid name:str query:text',
  namedqueries_link_in_footer: 'namedquery_id user_id',
  namedquery_group_map: 'namedquery_id group_id',
  reports: 'id user_id name:str query:text',
  whine_events: 'id owner_userid subject:str body:text mailifnobugs:bool',
  whine_queries: 'id eventid query_name:str sortkey onemailperbug:bool title:str',
  whine_schedules: 'id eventid run_day:str run_time:str run_next:time mailto mailto_type:bool',
  audit_log: 'user_id class:str object_id field:str removed:text added:text at_time:time',
  quips: 'quipid userid quip:text approved:bool',
  tokens: 'userid issuedate:time token:str tokentype:str eventdata:text',
  logincookies: 'cookie:str userid ipaddr:str lastused:time',
  cf_team: value,
  cf_model: value,
  cf_many: value,
  bug_cf_many: 'bug_id value:str',
}

/** The columns of each table with their types. */
export function columnsOf(): ReadonlyMap<string, readonly (readonly [name: string, type: string])[]> {
  return new Map(
    Object.entries(tables).map(([table, columns]) => [
      table,
      columns.split(' ').map((column) => {
        const [name = '', type = 'int'] = column.split(':')
        return [name, type] as const
      }),
    ]),
  )
}

/** `CREATE TABLE` for all of them. Nothing is unique or required, as in databases that have grown for long. */
export function createTables(kind: Kind): string[] {
  const quote = (name: string) => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`)
  return Array.from(columnsOf(), ([name, columns]) => {
    const described = columns.map(([called, type]) => `${quote(called)} ${types[type]?.[kind === 'mysql' ? 0 : 1]}`)
    return `CREATE TABLE ${quote(name)} (${described.join(', ')})${kind === 'mysql' ? ' ENGINE=InnoDB' : ''}`
  })
}

export type Value = string | number | null | Buffer
export type Rows = readonly Readonly<Record<string, Value>>[]

/** `INSERT` for some rows. Columns that a row does not name are NULL. */
export function insertRows(kind: Kind, table: string, rows: Rows): string[] {
  const quote = (name: string) => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`)
  return rows.map((row) => {
    const names = Object.keys(row).map(quote).join(', ')
    return `INSERT INTO ${quote(table)} (${names}) VALUES (${Object.values(row)
      .map((one) => literal(kind, one))
      .join(', ')})`
  })
}

function literal(kind: Kind, value: Value): string {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value !== 'string')
    return kind === 'mysql' ? `X'${value.toString('hex')}'` : `'\\x${value.toString('hex')}'`
  return kind === 'mysql' ? `X'${Buffer.from(value).toString('hex')}'` : `'${value.replaceAll("'", "''")}'`
}
