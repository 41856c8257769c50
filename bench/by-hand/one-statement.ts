// `bugs.get` and a page of whole bugs as an expert in SQL would write them for this one table layout: one statement with
// sub-selects, raw rows, sets sorted outside of it, everything else remembered. The strongest rival that reads the store at every
// request.
import { createHmac } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { readKnown, type Known, type Person } from './known.js'

export interface OneStatement {
  /** The bug as `bugs.get` shows it to the caller; undefined for one that the caller does not see. */
  readonly get: (id: number) => object | undefined
  /** The newest 100 bugs of a component that the caller sees, as `bugs.search` shows them. */
  readonly page: (componentId: number) => object[]
}

const plain = [
  'id',
  'summary',
  'status_id',
  'resolution_id',
  'is_open',
  'is_confirmed',
  'product_id',
  'component_id',
  'version_id',
  'target_milestone_id',
  'op_sys_id',
  'platform_id',
  'priority_id',
  'severity_id',
  'assigned_to_id',
  'creator_id',
  'qa_contact_id',
  'url',
  'whiteboard',
  'deadline',
  'creation_time',
  'last_change_time',
  'is_cc_accessible',
  'is_creator_accessible',
  'estimated_time',
  'actual_time',
  'remaining_time',
]

/** Every column of a row, in the order of `columnsFor`. */
type Raw = readonly [
  catalogueVersion: number,
  identityVersion: number,
  id: number | null,
  summary: string,
  status: number,
  resolution: number,
  isOpen: number,
  isConfirmed: number,
  product: number,
  component: number,
  version: number,
  milestone: number,
  opSys: number,
  platform: number,
  priority: number,
  severity: number,
  assignedTo: number,
  creator: number,
  qaContact: number | null,
  url: string,
  whiteboard: string,
  deadline: string | null,
  creationTime: number,
  lastChangeTime: number,
  isCcAccessible: number,
  isCreatorAccessible: number,
  estimatedTime: number,
  actualTime: number,
  remainingTime: number,
  aliases: string,
  cc: string | null,
  blocks: string | null,
  dependsOn: string | null,
  dupeOf: number | null,
  keywords: string | null,
  groups: string | null,
  flags: string,
  seeAlso: string,
]

type RawFlag = readonly [
  id: number,
  type: number,
  status: string,
  setter: number,
  requestee: number | null,
  created: number,
  changed: number,
]

/** @param login who calls */
export function prepareOneStatement(db: Database, login: string): OneStatement {
  let known = readKnown(db, login)
  let prepared = prepare(db, known)

  function ask<T extends number>(of: (from: Prepared) => Statement<[T]>, value: T): Raw[] {
    for (;;) {
      const rows = of(prepared).all(value) as Raw[]
      const [catalogue, identity] = rows[0] ?? known.versions
      if (catalogue === known.versions[0] && identity === known.versions[1]) return rows
      known = readKnown(db, login)
      prepared = prepare(db, known)
    }
  }

  return {
    get(id) {
      const [row] = ask((from) => from.get, id)
      if (!row || row[2] === null) return undefined
      return { ...bugOf(row, known), update_token: tokenOf(row[2], row[23], known) }
    },
    page: (componentId) => ask((from) => from.page, componentId).map((row) => bugOf(row, known)),
  }
}

interface Prepared {
  readonly get: Statement<[number]>
  readonly page: Statement<[number]>
}

function prepare(db: Database, known: Known): Prepared {
  const columns = columnsFor(known)
  const visible = visibleTo(known, 'b')
  return {
    get: db
      .prepare<[number]>(`select ${columns} from installation i left join bugs b on b.id = ? and ${visible}`)
      .raw(),
    page: db
      .prepare<[number]>(
        `select ${columns} from installation i cross join bugs b indexed by bugs__component_id__last_change_time__index
         where b.component_id = ? and ${visible}
         order by b.last_change_time desc, b.id desc limit 100`,
      )
      .raw(),
  }
}

/** The complete visibility rule, with the cached permissions of the caller inlined. */
export function visibleTo({ caller: { id, groupIds } }: Known, bug: string): string {
  return `(${bug}.group_count = 0 or ${bug}.assigned_to_id = ${id} or ${bug}.qa_contact_id = ${id}
    or ${bug}.creator_id = ${id} and ${bug}.is_creator_accessible
    or ${bug}.is_cc_accessible and exists (select 1 from bug_cc v where v.bug_id = ${bug}.id and v.user_id = ${id})
    or not exists (select 1 from bug_groups v where v.bug_id = ${bug}.id and v.group_id not in (${groupIds.join()})))`
}

function columnsFor(known: Known): string {
  const sees = visibleTo(known, 'r')
  return [
    'i.catalogue_version',
    'i.identity_version',
    ...plain.map((column) => `b.${column}`),
    '(select json_group_array(json_array(alias_folded, alias)) from bug_aliases where bug_id = b.id)',
    '(select group_concat(user_id) from bug_cc where bug_id = b.id)',
    `(select group_concat(r.id * 2 + 1 - r.is_open) from bug_dependencies d join bugs r on r.id = d.bug_id
      where d.depends_on_id = b.id and ${sees})`,
    `(select group_concat(r.id * 2 + 1 - r.is_open) from bug_dependencies d join bugs r on r.id = d.depends_on_id
      where d.bug_id = b.id and ${sees})`,
    `case when b.dupe_of is not null then (select r.id from bugs r where r.id = b.dupe_of and ${sees}) end`,
    '(select group_concat(keyword_id) from bug_keywords where bug_id = b.id)',
    'case when b.group_count > 0 then (select group_concat(group_id) from bug_groups where bug_id = b.id) end',
    known.flagTypes.size === 0
      ? `'[]'`
      : `(select json_group_array(json_array(id, type_id, status, setter_id, requestee_id, creation_date, modification_date))
          from flags where bug_id = b.id and attachment_id is null)`,
    `(select json_group_array(json_array(s.id, s.url)) from bug_see_also s where s.bug_id = b.id
      and (s.local_bug_id is null or exists (select 1 from bugs r where r.id = s.local_bug_id and ${sees})))`,
  ].join(', ')
}

function bugOf(row: Raw, known: Known): object {
  const [, , id, summary, status, resolution, isOpen, isConfirmed, product, component, version, milestone] = row
  const [opSys, platform, priority, severity] = [row[12], row[13], row[14], row[15]]
  const { people, values } = known
  const person = (userId: number) => people.get(userId) as Person
  const [assignee, creator] = [person(row[16]), person(row[17])]
  const qaContact = row[18] === null ? undefined : person(row[18])
  const cc = numbers(row[30]).map(person).sort(byLogin)
  return {
    id,
    alias: sorted(row[29]),
    summary,
    status: values.get(status),
    resolution: values.get(resolution),
    is_open: isOpen === 1,
    is_confirmed: isConfirmed === 1,
    product: known.products.get(product),
    component: known.components.get(component),
    classification: known.classifications.get(product),
    version: known.versionNames.get(version),
    target_milestone: known.milestones.get(milestone),
    op_sys: values.get(opSys),
    platform: values.get(platform),
    priority: values.get(priority),
    severity: values.get(severity),
    assigned_to: assignee.login,
    assigned_to_detail: detailOf(assignee),
    creator: creator.login,
    creator_detail: detailOf(creator),
    qa_contact: qaContact?.login ?? '',
    ...(qaContact && { qa_contact_detail: detailOf(qaContact) }),
    cc: cc.map((one) => one.login),
    cc_detail: cc.map(detailOf),
    blocks: openFirst(row[31]),
    depends_on: openFirst(row[32]),
    dupe_of: row[33],
    keywords: inOrder(known.keywords, row[34]),
    groups: inOrder(known.groups, row[35]),
    flags: flagsOf(row[36], known),
    see_also: sorted(row[37]),
    url: row[19],
    whiteboard: row[20],
    deadline: row[21],
    creation_time: new Date(row[22]),
    last_change_time: new Date(row[23]),
    is_cc_accessible: row[24] === 1,
    is_creator_accessible: row[25] === 1,
    ...(known.caller.isTimeTracker && { estimated_time: row[26], actual_time: row[27], remaining_time: row[28] }),
  }
}

export function tokenOf(bugId: number, lastChangeTime: number, { secret, caller }: Known): string {
  return createHmac('sha256', secret).update(`${bugId}.${caller.id}.${lastChangeTime}`).digest('base64url')
}

export function detailOf({ id, real_name, login }: Person) {
  return { id, real_name, name: login, email: login }
}

function byLogin(a: Person, b: Person): number {
  return a.login_folded < b.login_folded ? -1 : 1
}

function numbers(list: string | null): number[] {
  return list === null ? [] : list.split(',').map(Number)
}

/** Bugs, each twice its number, and one more if it is closed. */
function openFirst(list: string | null): number[] {
  if (list === null) return []
  return numbers(list)
    .sort((a, b) => (a & 1) - (b & 1) || a - b)
    .map((code) => code >> 1)
}

/** Texts, each with what it is sorted by. */
function sorted(list: string): string[] {
  if (list === '[]') return []
  const texts = JSON.parse(list) as [number | string, string][]
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
}

/** The names of the things of a list, in the order in which all such things are shown. */
function inOrder(things: ReadonlyMap<number, string>, list: string | null): string[] {
  if (list === null) return []
  const ids = new Set(numbers(list))
  return [...things].flatMap(([id, name]) => (ids.has(id) ? [name] : []))
}

function flagsOf(list: string, { flagTypes, people }: Known): object[] {
  if (list === '[]') return []
  const order = [...flagTypes.keys()]
  const flags = (JSON.parse(list) as RawFlag[]).toSorted(
    ([id, a], [other, b]) => order.indexOf(a) - order.indexOf(b) || id - other,
  )
  return flags.map(([id, type_id, status, setter, requestee, created, changed]) => ({
    id,
    name: flagTypes.get(type_id),
    type_id,
    creation_date: new Date(created),
    modification_date: new Date(changed),
    status,
    setter: people.get(setter)?.login,
    ...(requestee !== null && { requestee: people.get(requestee)?.login }),
  }))
}
