// Inputs of forms.
import * as z from 'zod'
import { limited, line, longText, requiredName, word } from '../../call/define/inputs.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import type { Product } from '../../setup/catalogue.js'
import { words } from '../bugs/fields/input-values.js'
import { sortKey } from '../products/inputs.js'
import { formBody } from './body.js'

const [longestName, longestTitle, longestDescription] = [64, 100, 1000]

/** Bodies are read as a whole when a form is chosen. */
export const mostForms = 50

/** Null and an empty text name none. */
const nameOrNone = word.transform((name) => (name === '' ? null : name)).nullable()

/** Raises name_blank, name_too_long, form_invalid, sort_key_invalid. */
export const formInput = {
  name: requiredName('form', longestName).meta({ description: '1 to 64 characters. Unique.' }),
  description: limited(longText, longestDescription).meta({
    description: 'When to choose it, at most 1,000 characters.',
  }),
  product: nameOrNone.meta({ description: 'The product of new bugs; null for all products.' }),
  component: nameOrNone.meta({
    description: 'The component of new bugs that name none; null for none. Requires a `product`.',
  }),
  body: formBody,
  title: limited(line, longestTitle).meta({ description: 'The beginning of summaries, at most 100 characters.' }),
  keywords: words.meta({
    description: 'Names of keywords that new bugs get in addition, also of reporters without the right to set them.',
  }),
  is_active: z.boolean().meta({ description: 'Whether it can be chosen.' }),
  sort_key: sortKey.meta({ description: 'Forms are listed by it, then by name; -32768 to 32767.' }),
}

/** The number of a component of the product. @throws object_does_not_exist, param_required */
export function componentIdOf(product: Product | undefined, component: string | null): number | null {
  if (component === null) return null
  if (!product) throw new TrackerError('param_required', { field: 'product' })
  const found = product.components.find(({ name }) => name === component)
  if (found) return found.id
  throw new TrackerError('object_does_not_exist', { kind: 'component', field: 'component', value: component })
}

/** @throws name_in_use */
export async function requireFreeFormName(tx: Reader, name: string | undefined, renamed?: number): Promise<void> {
  if (name === undefined) return
  const [holder] = await tx.select({ from: 'forms', where: { col: 'name', eq: name }, columns: ['id'] })
  if (holder && holder.id !== renamed)
    throw new TrackerError('name_in_use', { kind: 'form', field: 'name', value: name })
}

/** The product of a form by its number. */
export function productOfForm({ catalogue }: Call, product_id: number | null): Product | undefined {
  return product_id === null ? undefined : catalogue.products.get(product_id)
}
