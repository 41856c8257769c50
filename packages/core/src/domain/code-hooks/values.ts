// Values of code hooks that refer to other objects.
import { createPlan, writePlan } from '../audit/plan.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import type { Field, LegalValue } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'

/** A closed status, and a resolution. @throws object_does_not_exist, param_invalid */
export function requireOutcome({ catalogue }: Call, status: string, resolution: string): void {
  const valueOf = (field: string, value: string) =>
    catalogue.fields.named(field)?.values.find(({ name }) => name === value)
  const found = valueOf('bug_status', status)
  if (!found) throw new TrackerError('object_does_not_exist', { kind: 'status', field: 'status', value: status })
  if (found.is_open)
    throw new TrackerError('param_invalid', { field: 'status', value: status, accepted: 'a closed status' })
  if (!valueOf('resolution', resolution) || resolution === '' || resolution === 'DUPLICATE')
    throw new TrackerError('object_does_not_exist', { kind: 'resolution', field: 'resolution', value: resolution })
}

type Outcome = Pick<Row<'code_hooks'>, 'id' | 'status' | 'resolution'>

/** The hooks that set this status or resolution, which they have by name. */
export async function hooksWithOutcome(tx: Reader, field: Field, value: LegalValue): Promise<Outcome[]> {
  const column = outcomeColumn(field)
  if (!column) return []
  const hooks = await tx.select({ from: 'code_hooks', columns: ['id', 'status', 'resolution'] })
  return hooks.filter((hook) => fold(hook[column]) === value.name_folded)
}

/** Renames a status or resolution in the hooks that set it. */
export async function renameOutcome(
  tx: Writer,
  call: Call,
  field: Field,
  value: LegalValue,
  name: string,
): Promise<void> {
  for (const { id, status, resolution } of await hooksWithOutcome(tx, field, value)) {
    const plan = createPlan<'code_hooks'>()
    if (outcomeColumn(field) === 'status') plan.change('status', status, name, () => ({ status: name }))
    else plan.change('resolution', resolution, name, () => ({ resolution: name }))
    await writePlan(tx, call, 'code_hooks', id, plan)
  }
}

function outcomeColumn({ name }: Field): 'status' | 'resolution' | undefined {
  if (name === 'bug_status') return 'status'
  return name === 'resolution' ? name : undefined
}
