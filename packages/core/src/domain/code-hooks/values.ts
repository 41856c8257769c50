// Values of code hooks that refer to other objects.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

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
