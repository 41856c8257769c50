// Takes over what administrators set up. Everything is matched by its name: a fresh tracker has much of it already.
import { relateAdmin } from '../../domain/groups/add.js'
import { storePatternMembers } from '../../domain/groups/pattern-members.js'
import { controlsOfOthers } from '../../domain/group-controls/view.js'
import { groupBy } from '../../kernel/collections.js'
import { isTrackerError } from '../../kernel/errors.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import { fold } from '../../store/index.js'
import { putRow, RecordProblem, together, type Batch, type Outcome, type Put } from './batch.js'
import { findPeople } from './people.js'
import type { RecordOf } from './record.js'

export async function putGroup(batch: Batch, record: RecordOf<'group'>): Promise<Put> {
  const { name, description, is_active } = record
  const there = batch.catalogue.groups.named(name)
  // What those mean that every tracker has is not for others to say.
  if (there && !there.is_bug_group && !batch.rights) return { outcome: 'same', problems: [] }
  const problem = problemOf(record.user_regexp)
  const user_regexp = problem === undefined ? record.user_regexp : (there?.user_regexp ?? '')
  const columns =
    there && !there.is_bug_group
      ? { user_regexp }
      : { name, name_folded: fold(name), description, is_active, user_regexp }
  const fresh = there ? {} : { is_bug_group: true, icon_url: null }
  const { id, outcome } = await putRow(batch, 'groups', there, { ...columns, ...fresh })
  if (!there) await relateAdmin(batch.tx, batch, id)
  if (user_regexp !== (there?.user_regexp ?? '')) await storePatternMembers(batch.tx, id, user_regexp)
  return { outcome, problems: problem === undefined ? [] : [`its pattern is left out: ${problem}`] }
}

/** Why nobody becomes a member by a pattern. Bugs may be in the group all the same. */
function problemOf(user_regexp: string): string | undefined {
  try {
    compilePattern(user_regexp, { ignoreCase: true, field: 'user_regexp' })
    return undefined
  } catch (error) {
    if (isTrackerError(error)) return error.message
    throw error
  }
}

export async function putClassification(batch: Batch, record: RecordOf<'classification'>): Promise<Outcome> {
  const { name, description, sort_key } = record
  const there = batch.catalogue.classifications.named(name)
  const columns = { name, name_folded: fold(name), description, sort_key }
  return (await putRow(batch, 'classifications', there, columns)).outcome
}

export async function putKeyword(batch: Batch, record: RecordOf<'keyword'>): Promise<Outcome> {
  const { name, description, is_active } = record
  const there = batch.catalogue.keywords.named(name)
  return (await putRow(batch, 'keywords', there, { name, name_folded: fold(name), description, is_active })).outcome
}

export async function putProduct(batch: Batch, record: RecordOf<'product'>): Promise<Outcome> {
  const { name, description, is_active, has_unconfirmed } = record
  const classification = batch.catalogue.classifications.named(record.classification)
  if (!classification) throw new RecordProblem(`there is no classification ${record.classification}`)
  const logins = record.components.flatMap((one) => [one.default_assigned_to, one.default_qa_contact ?? ''])
  const people = await findPeople(batch, logins)
  const there = batch.catalogue.products.named(name)
  const columns = {
    name,
    name_folded: fold(name),
    description,
    is_active,
    has_unconfirmed,
    classification_id: classification.id,
  }
  const fresh = there ? {} : { default_milestone_id: null }
  const { id, outcome } = await putRow(batch, 'products', there, { ...columns, ...fresh })
  const milestones = await putParts(batch, 'milestones', id, there?.milestones, [
    ...(record.milestones.some((one) => fold(one.name) === fold(record.default_milestone))
      ? []
      : [{ name: record.default_milestone, sort_key: 0, is_active: true }]),
    ...record.milestones,
  ])
  const versions = await putParts(batch, 'versions', id, there?.versions, record.versions)
  const components = await putParts(
    batch,
    'components',
    id,
    there?.components,
    record.components.map(({ default_assigned_to, default_qa_contact, ...part }) => ({
      ...part,
      default_assigned_to_id: people.get(fold(default_assigned_to)) as number,
      default_qa_contact_id: people.get(fold(default_qa_contact ?? '')) ?? null,
    })),
  )
  const default_milestone_id = milestones.ids.get(fold(record.default_milestone)) ?? null
  const isOther = there?.default_milestone_id !== default_milestone_id
  if (isOther) await batch.tx.update('products', { col: 'id', eq: id }, { default_milestone_id })
  const parts = [...milestones.outcomes, ...versions.outcomes, ...components.outcomes]
  return together(outcome, isOther ? ['replaced', ...parts] : parts)
}

interface Part {
  readonly name: string
  readonly sort_key: number
  readonly is_active: boolean
  readonly [column: string]: string | number | boolean | null
}

/** Parts that are here and not there stay. */
async function putParts(
  batch: Batch,
  entity: 'components' | 'versions' | 'milestones',
  product_id: number,
  there: readonly { readonly id: number; readonly name: string }[] = [],
  parts: readonly Part[],
) {
  const known = groupBy(there, (one) => fold(one.name))
  const ids = new Map<string, number>()
  const outcomes: Outcome[] = []
  for (const part of parts) {
    const name_folded = fold(part.name)
    if (ids.has(name_folded)) continue
    const { id, outcome } = await putRow(batch, entity, known.get(name_folded)?.[0], {
      ...part,
      name_folded,
      product_id,
    })
    ids.set(name_folded, id)
    outcomes.push(outcome)
  }
  return { ids, outcomes }
}

export async function putFlagType(batch: Batch, record: RecordOf<'flag_type'>): Promise<Outcome> {
  const { kind: _kind, scopes, grant_group, request_group, ...own } = record
  const groups = {
    ...(grant_group !== undefined && { grant_group_id: groupIdOf(batch, grant_group) }),
    ...(request_group !== undefined && { request_group_id: groupIdOf(batch, request_group) }),
  }
  const columns = { ...own, ...groups }
  const places = scopes.map(({ product, component }) => placeOf(batch, product, component))
  const there = [...batch.catalogue.flagTypes.values()].find(
    (type) => fold(type.name) === fold(record.name) && type.target_type === record.target_type,
  )
  const fresh = { grant_group_id: null, request_group_id: null }
  const { id, outcome } = await putRow(batch, 'flag_types', there, {
    ...(!there && fresh),
    ...columns,
    name_folded: fold(record.name),
  })
  const known = new Set(
    there?.scopes.filter((scope) => !scope.is_exclusion).map((scope) => `${scope.product_id} ${scope.component_id}`),
  )
  const missing = places.filter((place) => !known.has(`${place.product_id} ${place.component_id}`))
  if (missing.length > 0)
    await batch.tx.insert(
      'flag_type_scopes',
      missing.map((place) => ({ ...place, flag_type_id: id, is_exclusion: false })),
    )
  return together(outcome, missing.length > 0 ? ['created'] : [])
}

function groupIdOf({ catalogue }: Batch, name: string | null): number | null {
  if (name === null) return null
  const group = catalogue.groups.named(name)
  if (!group) throw new RecordProblem(`there is no group ${name}`)
  return group.id
}

const rightsInProducts = ['editcomponents', 'editbugs', 'canconfirm'] as const

export async function putGroupControl(batch: Batch, record: RecordOf<'group_control'>): Promise<Put> {
  const { tx, catalogue } = batch
  const { entry, canedit, member_control, other_control } = record
  const product = catalogue.products.named(record.product)
  const group = catalogue.groups.named(record.group)
  if (!product) throw new RecordProblem(`there is no product ${record.product}`)
  if (!group) throw new RecordProblem(`there is no group ${record.group}`)
  if (!group.is_bug_group) throw new RecordProblem(`bugs cannot be in the group ${record.group}`)
  if (!controlsOfOthers[member_control].includes(other_control))
    throw new RecordProblem(`with ${member_control} for members, ${other_control} cannot hold for others`)
  const there = product.controls.get(group.id)
  const fresh = { editcomponents: false, editbugs: false, canconfirm: false, ...there }
  const differing = rightsInProducts.filter((right) => (record[right] ?? fresh[right]) !== fresh[right])
  const taken = Object.fromEntries(batch.rights ? differing.map((right) => [right, !fresh[right]]) : [])
  const problems = differing.length === 0 || batch.rights ? [] : [`its rights (${differing.join(', ')}) are left out`]
  const columns = { entry, canedit, member_control, other_control, ...taken }
  const isSame =
    there && Object.entries(columns).every(([name, value]) => there[name as keyof typeof columns] === value)
  if (isSame) return { outcome: 'same', problems }
  await tx.put('group_controls', [{ ...fresh, ...columns, product_id: product.id, group_id: group.id }])
  return { outcome: there ? 'replaced' : 'created', problems }
}

function placeOf({ catalogue }: Batch, product: string, component: string | null | undefined) {
  const found = catalogue.products.named(product)
  if (!found) throw new RecordProblem(`there is no product ${product}`)
  if (component === undefined || component === null) return { product_id: found.id, component_id: null }
  const part = found.components.find((one) => fold(one.name) === fold(component))
  if (!part) throw new RecordProblem(`the product ${product} has no component ${component}`)
  return { product_id: found.id, component_id: part.id }
}
