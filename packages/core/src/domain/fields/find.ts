import type { Catalogue, Field } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireAll } from '../../call/define/refs.js'

/** The field, by id or internal name. @throws object_does_not_exist */
export function requireField({ fields }: Catalogue, ref: number | string, field: string): Field {
  const found = typeof ref === 'number' ? fields.get(ref) : fields.named(ref)
  if (found) return found
  throw new TrackerError('object_does_not_exist', { kind: 'field', field, value: ref })
}

/**
 * The custom fields named, each once.
 * @throws params_required when none is, object_does_not_exist, illegal_value for one that is not custom
 */
export function requireCustomFields(
  { fields }: Catalogue,
  refs: { readonly ids?: number[] | undefined; readonly names?: string[] | undefined },
): Field[] {
  const found = requireAll(fields, 'field', refs)
  const standard = found.find((field) => !field.is_custom)
  if (!standard) return found
  throw new TrackerError('illegal_value', { field: 'names', value: standard.name, accepted: 'custom fields' })
}
