// Takes over what administrators set up. Everything is matched by its name: a fresh tracker has much of it already.
import { internalNameOf } from '../domain/bugs/fields/names.js'
import { addEmptyChoice } from '../domain/fields/empty-choice.js'
import { storePatternMembers } from '../domain/groups/pattern-members.js'
import { hasOwnValues } from '../domain/legal-values/rules.js'
import { groupBy } from '../kernel/collections.js'
import { isTrackerError } from '../kernel/errors.js'
import { compilePattern } from '../kernel/pattern/compile.js'
import type { LegalValue } from '../setup/catalogue.js'
import { fieldTypes } from '../setup/field-types.js'
import { fold } from '../store/index.js'
import { putRow, RecordProblem, together, type Batch, type Outcome } from './batch.js'
import { findPeople } from './people.js'
import type { RecordOf } from './record.js'

export async function putGroup(batch: Batch, record: RecordOf<'group'>): Promise<Outcome> {
  const { name, description, is_active, user_regexp } = record
  const there = batch.catalogue.groups.named(name)
  // What those mean that every tracker has is not for others to say.
  if (there && !there.is_bug_group) return 'same'
  requirePattern(user_regexp)
  const columns = { name, name_folded: fold(name), description, is_active, user_regexp }
  const fresh = there ? {} : { is_bug_group: true, icon_url: null }
  const { id, outcome } = await putRow(batch, 'groups', there, { ...columns, ...fresh })
  if (user_regexp !== (there?.user_regexp ?? '')) await storePatternMembers(batch.tx, id, user_regexp)
  return outcome
}

function requirePattern(user_regexp: string): void {
  try {
    compilePattern(user_regexp, { ignoreCase: true, field: 'user_regexp' })
  } catch (error) {
    if (isTrackerError(error)) throw new RecordProblem(error.message)
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

export async function putField(batch: Batch, record: RecordOf<'field'>): Promise<Outcome> {
  const { kind: _kind, ...columns } = record
  const there = batch.catalogue.fields.named(record.name)
  if (there && there.type !== record.type)
    throw new RecordProblem(`there is a field of that name of the type ${there.type}, not ${record.type}`)
  const fresh = {
    is_custom: true,
    is_in_new_mail: false,
    long_description: '',
    visibility_field_id: null,
    value_field_id: null,
    reverse_description: null,
  }
  const { id, outcome } = await putRow(batch, 'fields', there, { ...columns, ...(!there && fresh) })
  if (!there && record.type === fieldTypes.singleSelect) await addEmptyChoice(batch.tx, id)
  return outcome
}

export async function putValue(batch: Batch, record: RecordOf<'value'>): Promise<Outcome> {
  const field = batch.catalogue.fields.named(internalNameOf(record.field))
  if (!field) throw new RecordProblem(`there is no field ${record.field}`)
  if (!hasOwnValues(field)) throw new RecordProblem(`the field ${record.field} has no values of its own`)
  const { name, sort_key, is_active, is_open } = record
  const there = field.values.find((value) => fold(value.name) === fold(name))
  if (field.name === 'bug_status') await requireOpenness(batch, there, is_open)
  const columns = {
    name,
    name_folded: fold(name),
    sort_key,
    is_active,
    is_open: field.name === 'bug_status' ? (is_open ?? null) : null,
  }
  const fresh = { field_id: field.id, description: '', controlling_value_id: null }
  return (await putRow(batch, 'legal_values', there, { ...columns, ...(!there && fresh) })).outcome
}

/** Whether a status is open is said once: bugs that have it are open or closed, without or with a resolution. */
async function requireOpenness(
  { tx }: Batch,
  there: LegalValue | undefined,
  is_open: boolean | null | undefined,
): Promise<void> {
  if (typeof is_open !== 'boolean') throw new RecordProblem('of a status it must be said whether it is open')
  if (!there || there.is_open === is_open) return
  const [bug] = await tx.select({ from: 'bugs', where: { col: 'status_id', eq: there.id }, columns: ['id'], limit: 1 })
  if (bug) throw new RecordProblem(`bugs have this status, which is ${there.is_open ? 'open' : 'closed'} here`)
}

export async function putWorkflow({ tx, catalogue }: Batch, record: RecordOf<'workflow'>): Promise<Outcome> {
  const statuses = catalogue.fields.named('bug_status')?.values ?? []
  const idOf = (name: string | null) => {
    if (name === null) return 0
    const found = statuses.find((status) => fold(status.name) === fold(name))
    if (!found) throw new RecordProblem(`there is no status ${name}`)
    return found.id
  }
  const rows = record.transitions.map(({ from, to, require_comment }) => ({
    from_status_id: idOf(from),
    to_status_id: idOf(to),
    require_comment,
  }))
  const keyOf = (row: (typeof rows)[number]) => `${row.from_status_id} ${row.to_status_id} ${row.require_comment}`
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  const there = await tx.select({ from: 'status_workflow' })
  if (there.length === wanted.size && there.every((row) => wanted.has(keyOf(row)))) return 'same'
  await tx.delete('status_workflow', { col: 'to_status_id', gte: 0 })
  await tx.insert('status_workflow', [...wanted.values()])
  return 'replaced'
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
  const { kind: _kind, scopes, ...columns } = record
  const places = scopes.map(({ product, component }) => placeOf(batch, product, component))
  const there = [...batch.catalogue.flagTypes.values()].find(
    (type) => fold(type.name) === fold(record.name) && type.target_type === record.target_type,
  )
  const fresh = { grant_group_id: null, request_group_id: null }
  const { id, outcome } = await putRow(batch, 'flag_types', there, {
    ...columns,
    name_folded: fold(record.name),
    ...(!there && fresh),
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

function placeOf({ catalogue }: Batch, product: string, component: string | null | undefined) {
  const found = catalogue.products.named(product)
  if (!found) throw new RecordProblem(`there is no product ${product}`)
  if (component === undefined || component === null) return { product_id: found.id, component_id: null }
  const part = found.components.find((one) => fold(one.name) === fold(component))
  if (!part) throw new RecordProblem(`the product ${product} has no component ${component}`)
  return { product_id: found.id, component_id: part.id }
}
