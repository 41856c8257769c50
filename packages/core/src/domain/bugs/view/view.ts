// Makes bugs as answers show them out of rows that have been loaded. Reads nothing.
import type { Catalogue, Field } from '../../../setup/catalogue.js'
import { shownLogin, type Call, type Person } from '../../../call/context.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import type { Flag } from '../../flags/flag.js'
import type { Bug } from '../fields/bug.js'
import { viewCustomValue, type CustomValue } from '../fields/custom-value.js'
import type { BugField } from '../fields/field.js'
import { bugFieldEntries } from '../fields/index.js'
import type { UserDetail } from '../fields/user-detail.js'
import { relationsOf, type SetName } from '../fields/related-rows.js'
import { columnsOfSets, type BugPlan, type BugSets, type FieldPlan } from '../fields/view-context.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { constant, createLruCache, type LruCache } from '../../../store/index.js'
import { layoutOf } from '../../../store/layout.js'

export interface BugViewOptions {
  /** Give the logged-in an update_token with every bug: Get Bug does, searches do not. */
  readonly withUpdateToken?: boolean
}

/** Plans that are kept for each configuration. */
const plansKept = 100

const plans = new WeakMap<Catalogue, LruCache<FieldPlan>>()

/** Decides which fields the caller gets. Plans are kept, because making one takes as long as a small search. */
export function planBugs(call: Call, filter: FieldFilter, options: BugViewOptions = {}): BugPlan {
  const { catalogue, who } = call
  let known = plans.get(catalogue)
  if (!known) plans.set(catalogue, (known = createLruCache(plansKept)))
  const withToken = hasToken(call, options)
  const key = `${who.isTimeTracker} ${withToken} ${filter.key}`
  let plan = known.get(key)
  if (!plan) known.set(key, (plan = planFields(call, filter, withToken)))
  return planFor(call, plan)
}

function hasToken({ who }: Call, { withUpdateToken }: BugViewOptions): boolean {
  return withUpdateToken === true && who.user !== null
}

/** Not by a spread, which takes longer than the rest of planning. */
function planFor(call: Call, plan: FieldPlan): BugPlan {
  const { fields, customFields, sets, columns, details, cutFlag, layouts } = plan
  return { fields, customFields, sets, with: plan.with, columns, details, cutFlag, layouts, call }
}

function planFields({ who, catalogue }: Call, filter: FieldFilter, withToken: boolean): FieldPlan {
  const isShown = (field: string, { seenBy, detailOf, shown }: BugField) => {
    if (seenBy === 'time tracker' && !who.isTimeTracker) return false
    if (shown === 'with a token' && !withToken) return false
    if (shown === 'when named') return filter.named(field) === true
    if (detailOf !== undefined) return filter.named(field) ?? filter.wants(detailOf)
    return filter.wants(field, shown === 'when asked for' ? 'extra' : 'default')
  }
  const fields = bugFieldEntries.filter(([field, known]) => isShown(field, known))
  const sets = new Set(fields.flatMap(([, field]) => field.sets ?? []))
  const flagFilter = filter.within('flags')
  const shown = new Set<string>(fields.map(([field]) => field))
  // Looking through all subfields of people takes as long as the rest of a search for ids.
  const detail = (field: Parameters<typeof planDetail>[1]) =>
    shown.has(`${field}_detail`) ? planDetail(filter, field) : userDetailOf
  const customFields = [...catalogue.fields].filter(
    (field) => field.is_custom && !field.is_obsolete && filter.wants(field.name, 'custom'),
  )
  return {
    fields: fields.map(([name, { view: read }]) => ({ name, read })),
    customFields,
    sets,
    with: constant(relationsOf(setsInUse(catalogue, sets), customFields.length > 0)),
    columns: constant(columnsOf(fields, sets)),
    details: {
      assigned_to_detail: detail('assigned_to'),
      creator_detail: detail('creator'),
      qa_contact_detail: detail('qa_contact'),
      cc_detail: detail('cc'),
    },
    cutFlag: filter.isDefault ? (flag) => flag : (flag) => flagFilter.pick(flag) as Flag,
    layouts: new Map(),
  }
}

/** Without those that no bug can have. */
function setsInUse({ flagTypes, keywords }: Catalogue, sets: ReadonlySet<SetName>): SetName[] {
  const isUnused = (set: SetName) =>
    (set === 'flags' && flagTypes.size === 0) || (set === 'keywords' && keywords.size === 0)
  return [...sets].filter((set) => !isUnused(set))
}

function columnsOf(fields: readonly (readonly [string, BugField])[], sets: ReadonlySet<SetName>): (keyof BugRow)[] {
  const columns = new Set<keyof BugRow>(['id'])
  for (const [, { reads }] of fields) for (const column of reads) columns.add(column)
  for (const set of sets) for (const column of columnsOfSets[set] ?? []) columns.add(column)
  return [...columns]
}

/** The bug with the planned fields. */
export function viewBug(bug: BugRow, plan: BugPlan, sets: BugSets): Bug {
  const view: Record<string, unknown> = {}
  let lacking = ''
  for (const { name, read } of plan.fields) {
    const value = read(bug, plan, sets)
    if (value === undefined) lacking += name
    else view[name] = value
  }
  for (const field of plan.customFields) view[field.name] = custom(field, plan, sets)
  if (!plan.layouts.has(lacking)) plan.layouts.set(lacking, layoutOf(Object.keys(view)))
  return view as Bug
}

function userDetailOf({ id, real_name, login }: Person, call: Call): UserDetail {
  const name = shownLogin(call, login)
  return { id, real_name, name, email: name }
}

const detailParts = ['id', 'real_name', 'name', 'email'] as const

/** Subfields are named after the login field or after the detail: assigned_to.name, assigned_to_detail.name. */
function planDetail(
  filter: FieldFilter,
  field: 'assigned_to' | 'cc' | 'creator' | 'qa_contact',
): (person: Person, call: Call) => UserDetail {
  if (filter.isDefault) return userDetailOf
  const ways = [filter.within(field), filter.within(`${field}_detail`)]
  const isShown = (part: string) =>
    ways.some((way) => way.wants(part)) && !ways.some((way) => way.named(part) === false)
  const left = detailParts.filter((part) => !isShown(part))
  return (user, call) => {
    const detail: Partial<UserDetail> = userDetailOf(user, call)
    for (const part of left) delete detail[part]
    return detail as UserDetail
  }
}

function custom(field: Field, plan: BugPlan, sets: BugSets): CustomValue {
  const stored = sets.customValues.filter((row) => row.field_id === field.id)
  return viewCustomValue(field, stored, plan.call.catalogue.values, (id) => sets.related.has(id))
}
