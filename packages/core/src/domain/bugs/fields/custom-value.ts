// The values of custom fields.
import { byName, type Catalogue, type Field } from '../../../setup/catalogue.js'
import type { Row } from '../../../schema/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import * as z from 'zod'

/**
 * The value of a custom field on a bug: a string, except for a bug ID (number or NULL), several values (an alphabetical
 * list) and a date/time (Date or NULL). A date without time is YYYY-MM-DD or NULL. Without a stored value, it is the
 * initial value of the type.
 */
export function viewCustomValue(
  field: Field,
  stored: readonly Pick<Row<'custom_values'>, 'text' | 'number' | 'time' | 'value_id'>[],
  values: Catalogue['values'],
  isVisibleBug: (id: number) => boolean,
): CustomValue {
  const [first] = stored
  switch (field.type) {
    case fieldTypes.singleSelect:
      return values.get(first?.value_id ?? 0)?.name ?? '---'
    case fieldTypes.multiSelect:
      return stored
        .flatMap((row) => values.get(row.value_id ?? 0) ?? [])
        .toSorted(byName)
        .map((value) => value.name)
    case fieldTypes.dateTime:
      return first?.time ?? null
    case fieldTypes.date:
      return first?.time?.toISOString().slice(0, 10) ?? null
    case fieldTypes.bugId:
      return typeof first?.number === 'number' && isVisibleBug(first.number) ? first.number : null
    case fieldTypes.integer:
      return String(first?.number ?? 0)
    default:
      return first?.text ?? ''
  }
}

/** Of a custom field: a bug id is a number, several values are a list, a date/time is a Date; the others are text. */
export const customValue = z.union([z.string(), z.int(), z.date(), z.array(z.string()), z.null()])

export type CustomValue = z.output<typeof customValue>
