// Values that control other fields: whether a field is shown, and which of its values are available.
import type { Catalogue } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'

/**
 * No field is shown for this value of the field `name`, and no value of another field is offered with it.
 * @throws still_in_use
 */
export function requireNotControlling(
  catalogue: Catalogue,
  name: string,
  value: { readonly id: number; readonly name: string },
): void {
  const controller = catalogue.fields.named(name)
  const user = [...catalogue.fields].find(
    (field) =>
      (field.visibility_field_id === controller?.id && field.visibility_value_ids.includes(value.id)) ||
      (field.value_field_id === controller?.id && field.values.some((one) => one.controlling_value_id === value.id)),
  )
  if (user)
    throw new TrackerError('still_in_use', { field: 'names', value: value.name, kind: name, by: `field ${user.name}` })
}
