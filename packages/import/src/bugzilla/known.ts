// Names in records so far, so that a bug can refer to what the source no longer lists: old values, removed
// components.
import type { TrackerRecord } from '@trackerkit/core/moving'
import { fold } from '@trackerkit/core/store'
import type { RecordOf } from '../passes/record-of.js'

/** The record of a bug. */
export type BugRecord = RecordOf<'bug'>
export type ProductRecord = RecordOf<'product'>

const key = (...words: readonly string[]) => words.map(fold).join('\n')

/** Names in records so far. */
export interface Known {
  addValue(field: string, name: string): void
  readonly hasValue: (field: string, name: string) => boolean
  addKeyword(name: string): void
  addGroup(name: string, id?: number): void
  groupName(id: number): string | undefined
  addField(name: string, type: number): void
  fieldType(name: string): number | undefined
  addProduct(product: ProductRecord): void
  addFlagType(target: 'bug' | 'attachment', name: string): void
  /** Records of values that a bug names and no record has: they are no longer in use. */
  missingOf(bug: BugRecord): TrackerRecord[]
}

/** @param fallbackOwner assignee of components of which only the name is known */
export function createKnown(fallbackOwner: string): Known {
  const names = new Set<string>()
  const groups = new Map<number, string>()
  const fields = new Map<string, number>()
  const products = new Map<string, ProductRecord>()
  const isNew = (...words: readonly string[]) => {
    const size = names.size
    return names.add(key(...words)).size > size
  }
  return {
    addValue: (field, name) => void isNew('value', field, name),
    hasValue: (field, name) => names.has(key('value', field, name)),
    addKeyword: (name) => void isNew('keyword', name),
    addGroup(name, id) {
      isNew('group', name)
      if (id !== undefined) groups.set(id, name)
    },
    groupName: (id) => groups.get(id),
    addField: (name, type) => void fields.set(name, type),
    fieldType: (name) => fields.get(name),
    addProduct: (product) => void products.set(key(product.name), product),
    addFlagType: (target, name) => void isNew('flag type', target, name),
    missingOf: (bug) => [
      ...missingFields(bug, fields, isNew),
      ...missingValues(bug, fields, isNew),
      ...missingNames(bug, isNew),
      ...missingParts(bug, products, fallbackOwner),
      ...missingFlagTypes(bug, isNew),
    ],
  }
}

/** Returns true for the first use of a name. */
type IsNew = (...words: readonly string[]) => boolean
type Fields = ReadonlyMap<string, number>

const valueFields = {
  resolution: 'resolution',
  priority: 'priority',
  severity: 'bug_severity',
  platform: 'rep_platform',
  op_sys: 'op_sys',
} as const
const selects: ReadonlySet<number> = new Set([2, 3])
const freeText = 1

/** Fields made of unknown fields of the source. */
function missingFields(bug: BugRecord, fields: Fields, isNew: IsNew): TrackerRecord[] {
  return Object.keys(bug.custom_fields ?? {})
    .filter((name) => !fields.has(name) && isNew('field', name))
    .map((name) => ({ kind: 'field', name, display_name: name.replace(/^cf_bmo_/, ''), type: freeText }))
}

function missingValues(bug: BugRecord, fields: Fields, isNew: IsNew): TrackerRecord[] {
  const pairs = Object.entries(valueFields).map(([name, field]): [string, string] => [
    field,
    bug[name as keyof typeof valueFields] ?? '',
  ])
  for (const [field, value] of Object.entries(bug.custom_fields ?? {}))
    if (selects.has(fields.get(field) ?? 0))
      for (const one of [value].flat()) if (one !== '---') pairs.push([field, String(one ?? '')])
  const { status: name, resolution } = bug
  const status = { kind: 'value' as const, field: 'bug_status', name, is_active: false, is_open: !resolution }
  return [
    ...(isNew('value', 'bug_status', name) ? [status] : []),
    ...pairs
      .filter(([field, value]) => value !== '' && isNew('value', field, value))
      .map(([field, value]) => ({ kind: 'value' as const, field, name: value, is_active: false })),
  ]
}

function missingNames({ keywords = [], groups = [] }: BugRecord, isNew: IsNew): TrackerRecord[] {
  return [
    ...keywords
      .filter((name) => isNew('keyword', name))
      .map((name) => ({ kind: 'keyword' as const, name, is_active: false })),
    ...groups
      .filter((name) => isNew('group', name))
      .map((name) => ({ kind: 'group' as const, name, description: name })),
  ]
}

/** The product of a bug, if it lacks something that the bug names. */
function missingParts(bug: BugRecord, products: Map<string, ProductRecord>, fallbackOwner: string): TrackerRecord[] {
  const there = products.get(key(bug.product))
  const product: ProductRecord = there ?? { kind: 'product', name: bug.product, is_active: false }
  const lacks = (all: readonly { readonly name: string }[] | undefined, name: string) =>
    !(all ?? []).some((one) => key(one.name) === key(name))
  const gone = (name: string) => ({ name, is_active: false })
  const more: Partial<ProductRecord> = {
    ...(lacks(product.components, bug.component) && {
      components: [...(product.components ?? []), { ...gone(bug.component), default_assigned_to: fallbackOwner }],
    }),
    ...(lacks(product.versions, bug.version) && { versions: [...(product.versions ?? []), gone(bug.version)] }),
    ...(lacks(product.milestones, bug.target_milestone) && {
      milestones: [...(product.milestones ?? []), gone(bug.target_milestone)],
    }),
  }
  if (there && Object.keys(more).length === 0) return []
  const whole = { ...product, ...more }
  products.set(key(bug.product), whole)
  return [whole]
}

function missingFlagTypes({ product, flags = [], attachments = [] }: BugRecord, isNew: IsNew): TrackerRecord[] {
  const named = [
    ...flags.map(({ name }) => ['bug', name] as const),
    ...attachments.flatMap((one) => (one.flags ?? []).map(({ name }) => ['attachment', name] as const)),
  ]
  return named
    .filter(([target, name]) => isNew('flag type', target, name))
    .map(([target_type, name]) => ({ kind: 'flag_type', name, target_type, is_active: false, scopes: [{ product }] }))
}
