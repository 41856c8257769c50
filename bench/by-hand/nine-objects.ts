// `bugs.get` as most people would write it by hand: a prepared statement for the bug with the names it refers to, one for each of its
// sets, and the object made of the rows. Only the rights of the caller are cached.
import type { Database } from 'better-sqlite3'
import { readKnown, type Known, type Person } from './known.js'
import { detailOf, tokenOf, visibleTo } from './one-statement.js'

/** A row of the bug, with the names it refers to. */
interface BugRow {
  readonly catalogue_version: number
  readonly identity_version: number
  readonly id: number
  readonly last_change_time: number
  readonly creation_time: number
  readonly is_open: number
  readonly is_confirmed: number
  readonly is_cc_accessible: number
  readonly is_creator_accessible: number
  readonly assigned_to_id: number
  readonly creator_id: number
  readonly qa_contact_id: number | null
  readonly [column: string]: number | string | null
}

interface FlagRow {
  readonly id: number
  readonly name: string
  readonly type_id: number
  readonly creation_date: number
  readonly modification_date: number
  readonly status: string
  readonly setter: string
  readonly requestee: string | null
}

/**
 * Makes the function that returns the bug as `bugs.get` shows it to the caller; undefined for one that the caller does not see.
 * @param login who calls
 */
export function prepareNineObjects(db: Database, login: string): (id: number) => object | undefined {
  let known = readKnown(db, login)
  let read = prepare(db, known)
  return db.transaction((id: number): object | undefined => {
    const row = read.bug.get(id)
    if (!row) return undefined
    const { catalogue_version, identity_version } = row
    if (catalogue_version !== known.versions[0] || identity_version !== known.versions[1]) {
      known = readKnown(db, login)
      read = prepare(db, known)
    }
    return bugOf(row, read, known)
  })
}

type Statements = ReturnType<typeof prepare>

function prepare(db: Database, known: Known) {
  const [sees, seesOther] = [visibleTo(known, 'b'), visibleTo(known, 'r')]
  const others = (here: string, there: string) =>
    `select r.id from bug_dependencies d join bugs r on r.id = d.${there} where d.${here} = ? and ${seesOther}
     order by r.is_open desc, r.id`
  const texts = (sql: string) => db.prepare<[number], string>(sql).pluck()
  const numbers = (sql: string) => db.prepare<[number], number>(sql).pluck()
  return {
    bug: db.prepare<[number], BugRow>(
      `select i.catalogue_version, i.identity_version, b.*, p.name product, c.name component, k.name classification,
       v.name version, m.name target_milestone, s.name status, r.name resolution, pr.name priority, se.name severity,
       pl.name platform, os.name op_sys, a.login assigned_to, a.real_name assigned_to_name, u.login creator,
       u.real_name creator_name, q.login qa_contact, q.real_name qa_contact_name,
       case when b.dupe_of is not null then (select r.id from bugs r where r.id = b.dupe_of and ${seesOther}) end visible_dupe_of
       from installation i cross join bugs b join products p on p.id = b.product_id
       join classifications k on k.id = p.classification_id join components c on c.id = b.component_id
       join versions v on v.id = b.version_id join milestones m on m.id = b.target_milestone_id
       join legal_values s on s.id = b.status_id join legal_values r on r.id = b.resolution_id
       join legal_values pr on pr.id = b.priority_id join legal_values se on se.id = b.severity_id
       join legal_values pl on pl.id = b.platform_id join legal_values os on os.id = b.op_sys_id
       join users a on a.id = b.assigned_to_id join users u on u.id = b.creator_id
       left join users q on q.id = b.qa_contact_id where b.id = ? and ${sees}`,
    ),
    alias: texts('select alias from bug_aliases where bug_id = ? order by alias_folded'),
    cc: db.prepare<[number], Person>(
      `select u.id, u.login, u.real_name from bug_cc c join users u on u.id = c.user_id where c.bug_id = ?
       order by u.login_folded`,
    ),
    dependsOn: numbers(others('bug_id', 'depends_on_id')),
    blocks: numbers(others('depends_on_id', 'bug_id')),
    keywords: texts(
      `select k.name from bug_keywords b join keywords k on k.id = b.keyword_id where b.bug_id = ?
       order by k.name_folded`,
    ),
    groups: texts(
      `select g.name from bug_groups b join groups g on g.id = b.group_id where b.bug_id = ?
       order by g.is_bug_group, g.name_folded`,
    ),
    flags: db.prepare<[number], FlagRow>(
      `select f.id, t.name, f.type_id, f.creation_date, f.modification_date, f.status, s.login setter, r.login requestee
       from flags f join flag_types t on t.id = f.type_id join users s on s.id = f.setter_id
       left join users r on r.id = f.requestee_id where f.bug_id = ? and f.attachment_id is null
       order by t.sort_key, t.name_folded, f.id`,
    ),
    seeAlso: texts(
      `select s.url from bug_see_also s where s.bug_id = ? and (s.local_bug_id is null
       or exists (select 1 from bugs r where r.id = s.local_bug_id and ${seesOther})) order by s.id`,
    ),
  }
}

function bugOf(row: BugRow, read: Statements, known: Known): object {
  const { id } = row
  const cc = read.cc.all(id)
  const assignee = { id: row.assigned_to_id, real_name: row['assigned_to_name'], login: row['assigned_to'] } as Person
  const creator = { id: row.creator_id, real_name: row['creator_name'], login: row['creator'] } as Person
  const qaContact = { id: row.qa_contact_id, real_name: row['qa_contact_name'], login: row['qa_contact'] } as Person
  return {
    id,
    alias: read.alias.all(id),
    summary: row['summary'],
    status: row['status'],
    resolution: row['resolution'],
    is_open: row.is_open === 1,
    is_confirmed: row.is_confirmed === 1,
    product: row['product'],
    component: row['component'],
    classification: row['classification'],
    version: row['version'],
    target_milestone: row['target_milestone'],
    op_sys: row['op_sys'],
    platform: row['platform'],
    priority: row['priority'],
    severity: row['severity'],
    assigned_to: assignee.login,
    assigned_to_detail: detailOf(assignee),
    creator: creator.login,
    creator_detail: detailOf(creator),
    qa_contact: row['qa_contact'] ?? '',
    ...(row.qa_contact_id !== null && { qa_contact_detail: detailOf(qaContact) }),
    cc: cc.map((one) => one.login),
    cc_detail: cc.map(detailOf),
    blocks: read.blocks.all(id),
    depends_on: read.dependsOn.all(id),
    dupe_of: row['visible_dupe_of'],
    keywords: read.keywords.all(id),
    groups: read.groups.all(id),
    flags: read.flags.all(id).map(flagOf),
    see_also: read.seeAlso.all(id),
    url: row['url'],
    whiteboard: row['whiteboard'],
    deadline: row['deadline'],
    creation_time: new Date(row.creation_time),
    last_change_time: new Date(row.last_change_time),
    is_cc_accessible: row.is_cc_accessible === 1,
    is_creator_accessible: row.is_creator_accessible === 1,
    ...(known.caller.isTimeTracker && {
      estimated_time: row['estimated_time'],
      actual_time: row['actual_time'],
      remaining_time: row['remaining_time'],
    }),
    update_token: tokenOf(id, row.last_change_time, known),
  }
}

function flagOf({ creation_date, modification_date, requestee, ...flag }: FlagRow): object {
  return {
    ...flag,
    creation_date: new Date(creation_date),
    modification_date: new Date(modification_date),
    ...(requestee !== null && { requestee }),
  }
}
