// Choices by name: values of a field, or parts of a product.
import type { Catalogue, Product } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import { fold } from '../../../store/index.js'

export function valueName(catalogue: Catalogue, id: number): string {
  return catalogue.values.get(id)?.name ?? ''
}

/**
 * The choice of this name. If several differ only in case, an exact match is preferred.
 * @throws object_not_specified, object_does_not_exist
 */
export function requireNamed<T extends { readonly name: string }>(
  choices: readonly T[],
  field: string,
  given: string | null,
  product?: Product,
): T {
  const name = given?.trim() ?? ''
  if (name === '') throw new TrackerError('object_not_specified', { field, value: given })
  const found =
    choices.find((choice) => choice.name === name) ?? choices.find((choice) => fold(choice.name) === fold(name))
  if (found) return found
  throw new TrackerError('object_does_not_exist', {
    kind: field,
    in: product && `the product ${product.name}`,
    field,
    value: given,
    accepted: choices.map((choice) => choice.name).filter((choice) => choice !== ''),
  })
}
