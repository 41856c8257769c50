// Imports the configuration. Everything is matched by name because a fresh tracker already has much of it.
import { relateAdmin } from '../../domain/groups/add.js'
import { storePatternMembers } from '../../domain/groups/pattern-members.js'
import { controlsOfOthers } from '../../domain/group-controls/view.js'
import { areReversed, datesAfter } from '../../domain/products/milestone-dates.js'
import { groupBy } from '../../kernel/collections.js'
import { isTrackerError } from '../../kernel/errors.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import { fold } from '../../store/index.js'
import type { NewRow } from '../../schema/index.js'
import { log, putRow, RecordProblem, together, type Batch, type Outcome, type Put } from './batch.js'
import { findPeople } from './people.js'
import type { RecordOf } from './record.js'

export async function putGroup(batch: Batch, record: RecordOf<'group'>): Promise<Put> {
  const { name, description, is_active } = record
  const there = batch.catalogue.groups.named(name)
  // The meaning of built-in groups is up to this tracker.
  if (there && !there.is_bug_group && !batch.rights) return { outcome: 'same', problems: [] }
  const problem = problemOf(record.user_regexp)
  const user_regexp = problem === undefined ? record.user_regexp : (there?.user_regexp ?? '')
  const icon = record.icon_url === undefined ? {} : { icon_url: record.icon_url }
  const columns =
    there && !there.is_bug_group
      ? { user_regexp }
      : { name, name_folded: fold(name), description, is_active, user_regexp, ...icon }
  const fresh = there ? {} : { is_bug_group: record.is_bug_group, icon_url: null, ...icon }
  const { id, outcome } = await putRow(batch, 'groups', there, { ...columns, ...fresh })
  if (!there) await relateAdmin(batch.tx, batch, id)
  if (user_regexp !== (there?.user_regexp ?? '')) await storePatternMembers(batch.tx, id, user_regexp)
  const related = await putInheritance(batch, id, record)
  const problems = [...(problem === undefined ? [] : [`its pattern is left out: ${problem}`]), ...related.problems]
  return { outcome: together(outcome, related.isChanged ? ['replaced'] : []), problems }
}

/**
 * Sets the relations of other groups to this one as in the record, except for those that administrators have to every
 * group.
 */
async function putInheritance({ tx, catalogue, now }: Batch, group_id: number, { inherits }: RecordOf<'group'>) {
  const problems: string[] = []
  if (!inherits) return { problems, isChanged: false }
  const admin = catalogue.groups.named('admin')?.id
  const wanted = new Map<string, NewRow<'group_inheritance'>>()
  for (const { group, kind } of inherits) {
    const member = catalogue.groups.named(group)
    if (!member) problems.push(`there is no group ${group}`)
    else if (member.id !== group_id && member.id !== admin)
      wanted.set(`${member.id} ${kind}`, { member_group_id: member.id, group_id, kind })
  }
  const where = {
    and: [{ col: 'group_id', eq: group_id } as const, { not: { col: 'member_group_id', eq: admin ?? 0 } as const }],
  }
  const there = await tx.select({ from: 'group_inheritance', where })
  const isSame = there.length === wanted.size && there.every((row) => wanted.has(`${row.member_group_id} ${row.kind}`))
  if (isSame) return { problems, isChanged: false }
  await tx.delete('group_inheritance', where)
  if (wanted.size > 0) await tx.insert('group_inheritance', [...wanted.values()])
  const listed = (rows: readonly NewRow<'group_inheritance'>[]) =>
    rows.map((row) => `${catalogue.groups.get(row.member_group_id)?.name} (${row.kind})`).join(', ')
  await log({ tx, now }, 'groups', group_id, [['inherits', listed(there), listed([...wanted.values()])]])
  return { problems, isChanged: true }
}

/** Returns why the pattern cannot be used. Without it, the group can still have bugs. */
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
  const logins = record.components.flatMap((one) => [
    one.default_assigned_to,
    one.default_qa_contact ?? '',
    ...(one.default_cc ?? []),
  ])
  const people = await findPeople(batch, logins)
  const there = batch.catalogue.products.named(name)
  const columns = {
    name,
    name_folded: fold(name),
    description,
    is_active,
    has_unconfirmed,
    classification_id: classification.id,
    ...templateOf(record),
  }
  const stored = new Map(there?.milestones.map((one) => [one.name_folded, one]))
  const late = record.milestones.find((one) => areReversed(datesAfter(stored.get(fold(one.name)) ?? {}, one)))
  if (late) throw new RecordProblem(`the due date of milestone ${late.name} is before its start date`)
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
    record.components.map(({ default_assigned_to, default_qa_contact, default_cc: _cc, ...part }) => ({
      ...part,
      ...templateOf(part),
      default_assigned_to_id: people.get(fold(default_assigned_to)) as number,
      default_qa_contact_id: people.get(fold(default_qa_contact ?? '')) ?? null,
    })),
  )
  const isOtherCc = await putDefaultCc(batch, record, components.ids, people)
  const default_milestone_id = milestones.ids.get(fold(record.default_milestone)) ?? null
  const isOther = there?.default_milestone_id !== default_milestone_id
  if (isOther) await batch.tx.update('products', { col: 'id', eq: id }, { default_milestone_id })
  const parts = [...milestones.outcomes, ...versions.outcomes, ...components.outcomes]
  return together(outcome, isOther || isOtherCc ? ['replaced', ...parts] : parts)
}

/** No template is stored as NULL. One that the record does not have stays. */
function templateOf({
  bug_description_template: template,
}: {
  readonly bug_description_template?: string | undefined
}) {
  return template === undefined ? {} : { bug_description_template: template || null }
}

/** Returns whether anything changed. */
async function putDefaultCc(
  { tx }: Batch,
  { components }: RecordOf<'product'>,
  ids: ReadonlyMap<string, number>,
  people: ReadonlyMap<string, number>,
): Promise<boolean> {
  const given = new Map<number, readonly string[]>()
  for (const { name, default_cc } of components) if (default_cc) given.set(ids.get(fold(name)) as number, default_cc)
  if (given.size === 0) return false
  const where = { col: 'component_id', in: [...given.keys()] } as const
  const keyOf = (row: NewRow<'component_cc'>) => `${row.component_id} ${row.user_id}`
  const rows = [...given].flatMap(([component_id, logins]) =>
    logins.map((login) => ({ component_id, user_id: people.get(fold(login)) as number })),
  )
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  const there = await tx.select({ from: 'component_cc', where })
  if (there.length === wanted.size && there.every((row) => wanted.has(keyOf(row)))) return false
  await tx.delete('component_cc', where)
  if (wanted.size > 0) await tx.insert('component_cc', [...wanted.values()])
  return true
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
