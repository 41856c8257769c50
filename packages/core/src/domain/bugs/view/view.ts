// Makes bugs as answers show them out of rows that have been loaded. Reads nothing; decides once per call which fields to show.
import { isOn, type Catalogue, type Field } from '../../../setup/catalogue.js'
import { shownLogin, type Call, type User } from '../../../call/context.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import { viewFlag, type Flag } from '../../flags/flag.js'
import type { Row } from '../../../schema/index.js'
import type { Bug, StandardBug, UserDetail } from './bug.js'
import { viewCustomValue, type CustomValue } from '../fields/custom-value.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { updateToken } from './update-token.js'

export interface BugViewOptions {
  /** Give the logged-in an update_token with every bug: Get Bug does, searches do not. */
  readonly withUpdateToken?: boolean
}

/** By bug id. A bug without an entry has none. */
type PerBug<T> = ReadonlyMap<number, readonly T[]>

/** What belongs to the bugs, each list in the order in which it is shown. Sets that are not wanted may be empty. */
export interface BugSets {
  readonly aliases: PerBug<{ readonly alias: string }>
  readonly cc: PerBug<User>
  readonly groups: PerBug<{ readonly name: string }>
  readonly keywords: PerBug<{ readonly name: string }>
  readonly blocks: PerBug<Pick<Row<'bug_dependencies'>, 'bug_id'>>
  readonly depends_on: PerBug<Pick<Row<'bug_dependencies'>, 'depends_on_id'>>
  readonly see_also: PerBug<{ readonly url: string }>
  readonly flags: PerBug<Row<'flags'>>
  readonly tags: PerBug<{ readonly name: string }>
  readonly customValues: PerBug<Row<'custom_values'>>
  /** The bugs that those shown refer to and that the caller may see: by id, whether they are open. */
  readonly related: ReadonlyMap<number, boolean>
  /** Everybody who is named in one of the bugs. */
  readonly people: ReadonlyMap<number, User>
}

export type SetName =
  'aliases' | 'cc' | 'dependencies' | 'flags' | 'groups' | 'keywords' | 'people' | 'see_also' | 'tags'

/** How to show the bugs of one call. */
export interface BugPlan extends FieldPlan {
  readonly call: Call
}

/** Which fields to show: the same for all calls that ask for the same and may see the same. */
interface FieldPlan {
  readonly fields: readonly (readonly [field: keyof StandardBug, read: ReadField])[]
  readonly customFields: readonly Field[]
  readonly sets: ReadonlySet<SetName>
  readonly details: Readonly<Record<DetailField, (person: User, call: Call) => UserDetail>>
  readonly cutFlag: (flag: Flag) => Flag
}

type DetailField = 'assigned_to_detail' | 'cc_detail' | 'creator_detail' | 'qa_contact_detail'

/** The value of a field; undefined leaves the field out. */
type ReadField<T = unknown> = (bug: BugRow, plan: BugPlan, sets: BugSets) => T

/** Every field of the contract in its order. */
const readers: { readonly [F in keyof StandardBug]-?: ReadField<StandardBug[F] | undefined> } = {
  id: (bug) => bug.id,
  alias: (bug, _, { aliases }) => list(aliases, bug, (row) => row.alias),
  summary: (bug) => bug.summary,
  status: (bug, plan) => valueName(plan, bug.status_id),
  resolution: (bug, plan) => valueName(plan, bug.resolution_id),
  is_open: (bug) => bug.is_open,
  is_confirmed: (bug) => bug.is_confirmed,
  product: (bug, { call }) => nameOf(call.catalogue.products, bug.product_id),
  component: (bug, { call }) => nameOf(call.catalogue.components, bug.component_id),
  classification: (bug, { call: { catalogue } }) =>
    nameOf(catalogue.classifications, catalogue.products.get(bug.product_id)?.classification_id),
  version: (bug, { call }) => nameOf(call.catalogue.versions, bug.version_id),
  target_milestone: (bug, { call }) => nameOf(call.catalogue.milestones, bug.target_milestone_id),
  op_sys: (bug, plan) => valueName(plan, bug.op_sys_id),
  platform: (bug, plan) => valueName(plan, bug.platform_id),
  priority: (bug, plan) => valueName(plan, bug.priority_id),
  severity: (bug, plan) => valueName(plan, bug.severity_id),
  assigned_to: (bug, plan, sets) => login(plan, person(sets, bug.assigned_to_id)),
  assigned_to_detail: (bug, { details, call }, sets) =>
    details.assigned_to_detail(person(sets, bug.assigned_to_id), call),
  creator: (bug, plan, sets) => login(plan, person(sets, bug.creator_id)),
  creator_detail: (bug, { details, call }, sets) => details.creator_detail(person(sets, bug.creator_id), call),
  qa_contact: (bug, plan, sets) => {
    const id = qaContactOf(bug, plan.call)
    return id === null ? '' : login(plan, person(sets, id))
  },
  qa_contact_detail: (bug, { call, details }, sets) => {
    const id = qaContactOf(bug, call)
    return id === null ? undefined : details.qa_contact_detail(person(sets, id), call)
  },
  cc: (bug, plan, { cc }) => list(cc, bug, (user) => login(plan, user)),
  cc_detail: (bug, { details, call }, { cc }) => list(cc, bug, (user) => details.cc_detail(user, call)),
  blocks: (bug, _, { blocks }) => list(blocks, bug, (row) => row.bug_id),
  depends_on: (bug, _, { depends_on }) => list(depends_on, bug, (row) => row.depends_on_id),
  dupe_of: (bug, _, { related }) => (related.has(bug.dupe_of ?? 0) ? bug.dupe_of : null),
  keywords: (bug, _, { keywords }) => list(keywords, bug, (keyword) => keyword.name),
  groups: (bug, _, { groups }) => list(groups, bug, (group) => group.name),
  flags: (bug, plan, { flags, people }) =>
    list(flags, bug, (row) => {
      const type = plan.call.catalogue.flagTypes.get(row.type_id)
      if (!type) throw new Error(`flag ${row.id} has no type`)
      return plan.cutFlag(viewFlag(row, type, (id) => login(plan, person({ people }, id))))
    }),
  see_also: (bug, _, { see_also }) => list(see_also, bug, (row) => row.url),
  url: (bug) => bug.url,
  whiteboard: (bug) => bug.whiteboard,
  deadline: (bug) => bug.deadline,
  creation_time: (bug) => bug.creation_time,
  last_change_time: (bug) => bug.last_change_time,
  is_cc_accessible: (bug) => bug.is_cc_accessible,
  is_creator_accessible: (bug) => bug.is_creator_accessible,
  estimated_time: (bug) => bug.estimated_time,
  actual_time: (bug) => bug.actual_time,
  remaining_time: (bug) => bug.remaining_time,
  update_token: (bug, { call }) => (call.who.user ? updateToken(call.catalogue, call.who.user, bug) : undefined),
  tags: (bug, _, { tags }) => list(tags, bug, (tag) => tag.name),
}

const allFields = Object.entries(readers) as [keyof StandardBug, ReadField][]

/** The sets that a field is made of; a field without an entry needs none. */
const setsOf: Partial<Record<keyof StandardBug, readonly SetName[]>> = {
  alias: ['aliases'],
  assigned_to: ['people'],
  assigned_to_detail: ['people'],
  creator: ['people'],
  creator_detail: ['people'],
  qa_contact: ['people'],
  qa_contact_detail: ['people'],
  cc: ['cc', 'people'],
  cc_detail: ['cc', 'people'],
  blocks: ['dependencies'],
  depends_on: ['dependencies'],
  keywords: ['keywords'],
  groups: ['groups'],
  flags: ['flags', 'people'],
  see_also: ['see_also'],
  tags: ['tags'],
}

/** The field that a detail comes and goes with, unless the detail itself is named. */
const detailOf: Partial<Record<keyof StandardBug, keyof StandardBug>> = {
  assigned_to_detail: 'assigned_to',
  creator_detail: 'creator',
  qa_contact_detail: 'qa_contact',
  cc_detail: 'cc',
}

const timeFields: ReadonlySet<string> = new Set(['estimated_time', 'actual_time', 'remaining_time'])

/** Plans that ask for nothing in particular, by set-up and by what else decides. */
const defaultPlans = new WeakMap<Catalogue, Map<string, FieldPlan>>()

/** Decides which fields the caller gets. */
export function planBugs(call: Call, filter: FieldFilter, options: BugViewOptions): BugPlan {
  const hasToken = options.withUpdateToken === true && call.who.user !== null
  if (!filter.isDefault) return { ...planFields(call, filter, hasToken), call }
  const known = defaultPlans.get(call.catalogue) ?? new Map<string, FieldPlan>()
  defaultPlans.set(call.catalogue, known)
  const key = `${call.who.isTimeTracker} ${hasToken}`
  const plan = known.get(key) ?? planFields(call, filter, hasToken)
  known.set(key, plan)
  return { ...plan, call }
}

function planFields({ who, catalogue }: Call, filter: FieldFilter, hasToken: boolean): FieldPlan {
  const isShown = (field: keyof StandardBug) => {
    if (timeFields.has(field) && !who.isTimeTracker) return false
    if (field === 'update_token' && !hasToken) return false
    const master = detailOf[field]
    if (master !== undefined) return filter.named(field) ?? filter.wants(master)
    return filter.wants(field, field === 'tags' ? 'extra' : 'default')
  }
  const fields = allFields.filter(([field]) => isShown(field))
  const flagFilter = filter.within('flags')
  const shown = new Set<string>(fields.map(([field]) => field))
  // Looking through all subfields of people takes as long as the rest of a search for ids.
  const detail = (field: Parameters<typeof planDetail>[1]) =>
    shown.has(`${field}_detail`) ? planDetail(filter, field) : whole
  return {
    fields,
    customFields: [...catalogue.fields].filter(
      (field) => field.is_custom && !field.is_obsolete && filter.wants(field.name, 'custom'),
    ),
    sets: new Set(fields.flatMap(([field]) => setsOf[field] ?? [])),
    details: {
      assigned_to_detail: detail('assigned_to'),
      creator_detail: detail('creator'),
      qa_contact_detail: detail('qa_contact'),
      cc_detail: detail('cc'),
    },
    cutFlag: filter.isDefault ? (flag) => flag : (flag) => flagFilter.pick(flag) as Flag,
  }
}

/** The bug with the planned fields. */
export function viewBug(bug: BugRow, plan: BugPlan, sets: BugSets): Bug {
  const view: Record<string, unknown> = {}
  for (const [field, read] of plan.fields) {
    const value = read(bug, plan, sets)
    if (value !== undefined) view[field] = value
  }
  const customValues = sets.customValues.get(bug.id) ?? []
  for (const field of plan.customFields) view[field.name] = custom(field, customValues, plan, sets)
  return view as Bug
}

/** The QA contact, where QA contacts are in use. */
function qaContactOf(bug: Pick<BugRow, 'qa_contact_id'>, { catalogue }: Pick<Call, 'catalogue'>): number | null {
  return isOn(catalogue, 'useqacontact') ? bug.qa_contact_id : null
}

function whole({ id, real_name, login }: User, call: Call): UserDetail {
  const name = shownLogin(call, login)
  return { id, real_name, name, email: name }
}

const detailParts = ['id', 'real_name', 'name', 'email'] as const

/** Subfields are named after the login field or after the detail: assigned_to.name, assigned_to_detail.name. */
function planDetail(
  filter: FieldFilter,
  field: 'assigned_to' | 'cc' | 'creator' | 'qa_contact',
): (person: User, call: Call) => UserDetail {
  if (filter.isDefault) return whole
  const ways = [filter.within(field), filter.within(`${field}_detail`)]
  const isShown = (part: string) =>
    ways.some((way) => way.wants(part)) && !ways.some((way) => way.named(part) === false)
  const left = detailParts.filter((part) => !isShown(part))
  return (user, call) => {
    const detail: Partial<UserDetail> = whole(user, call)
    for (const part of left) delete detail[part]
    return detail as UserDetail
  }
}

function custom(field: Field, ofBug: readonly Row<'custom_values'>[], plan: BugPlan, sets: BugSets): CustomValue {
  const stored = ofBug.filter((row) => row.field_id === field.id)
  return viewCustomValue(field, stored, plan.call.catalogue.values, (id) => sets.related.has(id))
}

function list<T, V>(set: PerBug<T>, bug: BugRow, show: (one: T) => V): V[] {
  return set.get(bug.id)?.map(show) ?? []
}

function valueName({ call }: BugPlan, id: number): string {
  return nameOf(call.catalogue.values, id)
}

function nameOf(named: { get(id: number): { readonly name: string } | undefined }, id: number | undefined): string {
  const found = id === undefined ? undefined : named.get(id)
  if (!found) throw new Error(`a bug refers to something of its set-up that does not exist: ${id}`)
  return found.name
}

function person({ people }: Pick<BugSets, 'people'>, id: number): User {
  const user = people.get(id)
  if (!user) throw new Error(`a bug names user ${id}, who does not exist`)
  return user
}

function login({ call }: BugPlan, user: User): string {
  return shownLogin(call, user.login)
}
