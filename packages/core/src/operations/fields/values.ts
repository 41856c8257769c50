import * as z from 'zod'
import { isAccessible } from '../../access/products.js'
import type { Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { internalNameOf } from '../../domain/bugs/fields/names.js'
import { id, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { isSelect, offeredValues, productFields } from '../../domain/fields/values-of.js'

// Contract: Bug fields, Legal values (deprecated: fields.get returns more).
export const valuesOfField = defineRead({
  name: 'fields.values',
  summary: 'Get the names of the values of a field',
  description:
    'Returns the names of the values of a field, in order; `fields.get` returns more.\n\n' +
    'Fails with `invalid_field_name` for a field without such values; `param_required` without the ' +
    'product.',
  errors: ['invalid_field_name', 'param_required', 'product_access_denied'],
  examples: [{ title: 'The priorities', code: "const { values } = await alice.fields.values({ field: 'priority' })" }],
  access: 'optional',
  input: z.strictObject({
    field: word.meta({ description: 'Field, by its name in bugs, such as `status`, or its internal name.' }),
    product_id: id.optional().meta({
      description:
        'Product, for version, target_milestone and component, whose values belong to products. Inactive ' +
        'ones are included.',
    }),
  }),
  output: z.object({ values: z.array(z.string()).meta({ description: 'Names, in order.' }) }),
  async run(_tx, { field: name, product_id }, call) {
    const internal = internalNameOf(name)
    const field = call.catalogue.fields.named(internal)
    if (field && productFields.includes(field.name)) {
      const product = requireProductById(call, product_id)
      return { values: ofProduct(product, field.name).map((value) => value.name) }
    }
    const isOpenToAll = field && isSelect(field) && !field.is_obsolete && !hiddenFields.includes(field.name)
    if (!isOpenToAll) throw new TrackerError('invalid_field_name', { field: 'field', value: name })
    return {
      values: offeredValues(call, field)
        .filter((value) => value.is_active)
        .map((value) => value.name),
    }
  },
})

/** Their values depend on the caller; use fields.get. */
const hiddenFields: readonly string[] = ['product', 'classification']

function requireProductById(call: Call, ref: number | undefined): Product {
  if (ref === undefined) throw new TrackerError('param_required', { field: 'product_id' })
  const product = call.catalogue.products.get(ref)
  if (product && isAccessible(call, product)) return product
  throw new TrackerError('product_access_denied', { field: 'product_id', value: ref })
}

function ofProduct(product: Product, field: string): readonly { readonly name: string }[] {
  if (field === 'component') return product.components
  return field === 'version' ? product.versions : product.milestones
}
