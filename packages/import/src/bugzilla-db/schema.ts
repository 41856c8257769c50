// The tables of a Bugzilla: which are read, which are not, and which version has them.
import type { Cell, DbSource } from './connect.js'
import { numberOf, plainText } from './text.js'
import { SourceError } from '../report/source-error.js'

export type Tables = ReadonlyMap<string, ReadonlySet<string>>

/** Tables that are imported. Custom fields have separate tables. */
const known = [
  ...['profiles', 'groups', 'user_group_map', 'group_group_map', 'group_control_map', 'classifications', 'products'],
  ...['components', 'component_cc', 'versions', 'milestones', 'fielddefs', 'field_visibility', 'bug_status'],
  ...['resolution', 'bug_severity', 'priority', 'rep_platform', 'op_sys', 'status_workflow', 'keyworddefs'],
  ...['flagtypes', 'flaginclusions', 'flagexclusions', 'bugs', 'bugs_aliases', 'cc', 'keywords', 'dependencies'],
  ...['duplicates', 'bug_see_also', 'bug_group_map', 'longdescs', 'longdescs_tags', 'longdescs_tags_activity'],
  ...['bugs_activity', 'attachments', 'attach_data', 'flags', 'votes'],
]

/** Tables that may be absent: the others hold rights or parts of bugs. */
const optional = ['component_cc', 'field_visibility', 'longdescs_tags', 'longdescs_tags_activity', 'votes']

export const personalTables = [
  ...['user_api_keys', 'email_setting', 'profile_setting', 'watch', 'email_bug_ignore', 'bug_user_last_visit', 'tag'],
  ...['bug_tag', 'namedqueries', 'namedqueries_link_in_footer', 'namedquery_group_map', 'reports'],
  ...['whine_events', 'whine_queries', 'whine_schedules'],
]

/** Credentials and short-lived data, which are never read. */
const never = /^(logincookies|tokens|token_data|login_failure|oauth2_.*|profile_mfa|mail_staging|ts_.*|email_rates)$/

/** Tables that describe the others, or derive from them. */
const derived = ['bz_schema', 'bugs_fulltext', 'longdescs_tags_weights', 'setting', 'setting_value']

/** Columns and tables of bugzilla.mozilla.org, which has another meaning of several tables. */
const ofMozilla = [
  'bug_mentors',
  'longdescs_reactions',
  'component_watch',
  'bug_type',
  'bug_user_agent',
  'phab_reviewer_rotation',
]

export async function readTables(source: DbSource): Promise<Tables> {
  const schema = source.kind === 'mysql' ? 'DATABASE()' : 'current_schema()'
  const rows = await source.rows(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = ${schema}`,
  )
  const tables = new Map<string, Set<string>>()
  for (const row of rows) {
    const table = plainText(row['t'])
    tables.set(table, (tables.get(table) ?? new Set()).add(nameIn(source, row['c'])))
  }
  return tables
}

/** MySQL ignores the case of columns. */
function nameIn({ kind }: DbSource, cell: Cell | undefined): string {
  return kind === 'mysql' ? plainText(cell).toLowerCase() : plainText(cell)
}

/** @throws SourceError for a database that is of no Bugzilla, of an old one, or of a fork with other tables */
export function requireBugzilla(tables: Tables): void {
  const missing = ['bugs', 'profiles', 'longdescs', 'fielddefs', 'bz_schema'].filter((table) => !tables.has(table))
  if (missing.length > 0)
    throw new SourceError(`this is not the database of a Bugzilla: it has no table ${missing.join(', ')}`)
  const foreign = ofMozilla.filter((table) => tables.has(table))
  if (foreign.length > 0)
    throw new SourceError(
      `this is the database of bugzilla.mozilla.org's fork (it has the tables ${foreign.join(', ')}), which cannot be read. Use 'trackerkit import bugzilla' with its address`,
    )
  if (!tables.has('bugs_aliases') || !tables.has('user_api_keys'))
    throw new SourceError(
      'this is the database of Bugzilla 4.4 or older, which cannot be read. Upgrade a copy of it with checksetup.pl of version 5.0 first',
    )
  const absent = known.filter((table) => !tables.has(table) && !optional.includes(table))
  if (absent.length > 0)
    throw new SourceError(`this is only a part of the database of a Bugzilla: it has no table ${absent.join(', ')}`)
}

/** @throws SourceError naming tables of which no snapshot can be taken */
export async function requireSnapshot(source: DbSource, tables: Tables): Promise<void> {
  if (source.kind !== 'mysql') return
  const rows = await source.rows(
    "SELECT table_name AS t FROM information_schema.tables WHERE table_schema = DATABASE() AND engine <> 'InnoDB'",
  )
  const read = new Set([...known, ...personalTables])
  const unsafe = rows.map((row) => plainText(row['t'])).filter((table) => tables.has(table) && read.has(table))
  if (unsafe.length > 0)
    throw new SourceError(
      `the tables ${unsafe.join(', ')} are not InnoDB and change while they are read: stop Bugzilla, then pass --no-snapshot`,
    )
}

/** The number of rows of all tables, but of those that are never read. */
export async function countRows(source: DbSource, tables: Tables): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of [...tables.keys()].toSorted()) {
    if (never.test(table) || derived.includes(table)) continue
    const [row] = await source.rows(`SELECT COUNT(*) AS n FROM ${source.name(table)}`)
    counts.set(table, numberOf(row?.['n']))
  }
  return counts
}

/** Returns true if the rows of a table are imported. `ofFields`: the tables of custom fields. */
export function isRead(table: string, ofFields: ReadonlySet<string>): boolean {
  return known.includes(table) || personalTables.includes(table) || ofFields.has(table)
}
