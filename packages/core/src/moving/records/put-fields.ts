// Imports the fields of bugs, their values and the workflow. Everything is matched by name.
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import { dependsOn } from '../../domain/fields/control.js'
import { addEmptyChoice } from '../../domain/fields/empty-choice.js'
import { hasOwnValues } from '../../domain/field-values/rules.js'
import type { Catalogue, Field, LegalValue } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'
import { fold } from '../../store/index.js'
import { putRow, RecordProblem, together, type Batch, type Outcome } from './batch.js'
import type { RecordOf } from './record.js'

export async function putField(batch: Batch, record: RecordOf<'field'>): Promise<Outcome> {
  const { kind: _kind, visibility_field, visibility_values, value_field, ...given } = record
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const there = batch.catalogue.fields.named(record.name)
  if (there && there.type !== record.type)
    throw new RecordProblem(`there is a field of that name of the type ${there.type}, not ${record.type}`)
  const shownFor = visibleFor(batch, visibility_field, visibility_values)
  const columns = {
    ...own,
    visibility_field_id: shownFor.length > 0 ? controllerOf(batch, record.name, visibility_field).id : null,
    value_field_id: value_field ? controllerOf(batch, record.name, value_field).id : null,
  }
  const fresh = { is_custom: true, is_in_new_mail: false, long_description: '', reverse_description: null }
  const { id, outcome } = await putRow(batch, 'fields', there, { ...(!there && fresh), ...columns })
  if (!there && record.type === fieldTypes.singleSelect) await addEmptyChoice(batch.tx, id)
  const isMoved = await putVisibility(batch, id, shownFor)
  return together(outcome, isMoved ? ['replaced'] : [])
}

function fieldOf({ catalogue }: Batch, name: string | null | undefined): Field {
  const found = catalogue.fields.named(internalNameOf(name ?? ''))
  if (!found) throw new RecordProblem(`there is no field ${name}`)
  return found
}

function controllerOf(batch: Batch, name: string, controlledBy: string | null | undefined): Field {
  const controller = fieldOf(batch, controlledBy)
  if (controller.name === name) throw new RecordProblem('it cannot control itself')
  if (dependsOn(batch.catalogue, controller, name))
    throw new RecordProblem(`it cannot be controlled by ${controlledBy}, which it controls, directly or through others`)
  return controller
}

interface Named {
  readonly id: number
  readonly name: string
}

/** The values of any field that may control another. */
function valuesOf({ classifications, products }: Catalogue, field: Field): readonly Named[] {
  if (field.name === 'classification') return [...classifications]
  if (field.name === 'product') return [...products]
  if (field.name === 'component') return [...products].flatMap((product) => product.components)
  return field.values
}

/** The ids of the values of the other field with which a field is shown. */
function visibleFor(batch: Batch, name: string | null | undefined, values: readonly string[]): number[] {
  if (!name) return []
  const there = valuesOf(batch.catalogue, fieldOf(batch, name))
  const ids = values.flatMap((value) => {
    const found = there.filter((one) => fold(one.name) === fold(value))
    if (found.length === 0) throw new RecordProblem(`the field ${name} has no value ${value}`)
    return found.map(({ id }) => id)
  })
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** Sets the values of another field for which a field is shown. Returns whether they changed. */
async function putVisibility({ tx }: Batch, field_id: number, wanted: readonly number[]): Promise<boolean> {
  const where = { col: 'field_id', eq: field_id } as const
  const there = await tx.select({ from: 'field_visibility_values', where, order: [{ col: 'value_id' }] })
  if (there.map(({ value_id }) => value_id).join() === wanted.join()) return false
  await tx.delete('field_visibility_values', where)
  await tx.insert(
    'field_visibility_values',
    wanted.map((value_id) => ({ field_id, value_id })),
  )
  return true
}

export async function putValue(batch: Batch, record: RecordOf<'value'>): Promise<Outcome> {
  const field = fieldOf(batch, record.field)
  if (!hasOwnValues(field)) throw new RecordProblem(`the field ${record.field} does not have its own values`)
  const { name, sort_key, is_active, is_open } = record
  const there = field.values.find((value) => fold(value.name) === fold(name))
  if (field.name === 'bug_status') await requireOpenness(batch, there, is_open)
  const columns = {
    name,
    name_folded: fold(name),
    sort_key,
    is_active,
    is_open: field.name === 'bug_status' ? (is_open ?? null) : null,
    ...(record.visibility_value !== undefined && {
      controlling_value_id: controllingValue(batch, field, record.visibility_value),
    }),
  }
  const fresh = { controlling_value_id: null, field_id: field.id, description: '' }
  return (await putRow(batch, 'legal_values', there, { ...(!there && fresh), ...columns })).outcome
}

function controllingValue(batch: Batch, field: Field, name: string | null): number | null {
  const offering = field.value_field_id === null ? undefined : batch.catalogue.fields.get(field.value_field_id)
  if (name === null || !offering) return null
  const found = valuesOf(batch.catalogue, offering).find((one) => fold(one.name) === fold(name))
  if (!found) throw new RecordProblem(`the field ${offering.name} has no value ${name}`)
  return found.id
}

/**
 * The openness of a status cannot change while bugs have it: open and closed bugs differ in whether they have a
 * resolution.
 */
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
  const keyOf = (row: (typeof rows)[number]) => `${row.from_status_id} ${row.to_status_id}`
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  const there = await tx.select({ from: 'status_workflow' })
  const isSame = (row: (typeof rows)[number]) => wanted.get(keyOf(row))?.require_comment === row.require_comment
  if (there.length === wanted.size && there.every(isSame)) return 'same'
  await tx.delete('status_workflow', { col: 'to_status_id', gte: 0 })
  await tx.insert('status_workflow', [...wanted.values()])
  return 'replaced'
}
