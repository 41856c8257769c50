import type { Catalogue, Field } from '../catalogue.js'
import { TrackerError } from '../errors.js'

/** The field, by id or internal name. @throws object_does_not_exist */
export function requireField({ fields }: Catalogue, ref: number | string, field: string): Field {
  const found = typeof ref === 'number' ? fields.get(ref) : fields.named(ref)
  if (found) return found
  throw new TrackerError('object_does_not_exist', { kind: 'field', field, value: ref })
}
