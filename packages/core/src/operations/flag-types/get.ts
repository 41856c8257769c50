import * as z from 'zod'
import { word } from '../../call/define/inputs.js'
import { bySortKey, type Component, type FlagType, type Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { applies } from '../../domain/flags/flag-type.js'
import { defineRead } from '../../call/define/operation.js'
import { requireProduct } from '../../access/products.js'
import { flagTypeRefs } from '../../domain/flag-types/inputs.js'
import { fold } from '../../store/index.js'
import { appliesTo, isVisibleType } from '../../domain/flag-types/scopes.js'
import { flagTypeView, viewType } from '../../domain/flag-types/view.js'

// Contract: Flagtype.
export const getFlagTypes = defineRead({
  name: 'flagTypes.get',
  summary: 'Get flag types',
  description:
    'Returns flag types of bugs and attachments, by sort key, then name: those with these `ids` or ' +
    '`names`, those that apply to the `product` or to its `component`, or all. Missing and hidden ones ' +
    'are omitted.\n\n' +
    '`values` are the statuses that the caller can set. `inclusions` and `exclusions` are product names, ' +
    'or component names by product name; for a given product, the names of its components. Inclusions ' +
    'are absent if all are included.\n\n' +
    'Fails with `object_does_not_exist` for a product or component.',
  errors: ['object_does_not_exist'],
  examples: [
    {
      title: 'Get the flag types of a product',
      code: "const { bug, attachment } = await alice.flagTypes.get({ product: 'Widgets' })",
    },
  ],
  access: 'optional',
  input: z.strictObject({
    ...flagTypeRefs,
    product: word.optional().meta({ description: 'Name of a product to which the types apply.' }),
    component: word.optional().meta({ description: 'Name of a component of `product` to which the types apply.' }),
  }),
  output: z.object({
    bug: z.array(flagTypeView).meta({ description: 'Flag types of bugs.' }),
    attachment: z.array(flagTypeView).meta({ description: 'Flag types of attachments.' }),
  }),
  async run(_tx, { ids, names, product: productName, component: componentName }, call) {
    const product = productName === undefined ? undefined : requireProduct(call, productName, 'product')
    const component = componentName === undefined ? undefined : requireComponent(product, componentName)
    const isAsked = ids || names ? isNamed(ids, names) : () => true
    const types = [...call.catalogue.flagTypes.values()]
      .filter((type) => isAsked(type) && isShown(call, type, product, component))
      .toSorted(bySortKey)
    const ofTarget = (target: string) =>
      types.filter((type) => type.target_type === target).map((type) => viewType(call, type, product))
    return { bug: ofTarget('bug'), attachment: ofTarget('attachment') }
  },
})

function isNamed(ids: readonly number[] = [], names: readonly string[] = []): (type: FlagType) => boolean {
  const folded = new Set(names.map((name) => fold(name.trim())))
  return (type) => ids.includes(type.id) || folded.has(type.name_folded)
}

function isShown(call: Call, type: FlagType, product: Product | undefined, component: Component | undefined): boolean {
  if (component) return applies(type, component)
  return product ? appliesTo(type, product) : isVisibleType(call, type)
}

function requireComponent(product: Product | undefined, name: string): Component {
  if (!product) throw new TrackerError('param_required', { field: 'product' })
  const component = product.components.find((one) => one.name_folded === fold(name.trim()))
  if (component) return component
  throw new TrackerError('object_does_not_exist', {
    kind: 'component',
    in: `the product ${product.name}`,
    field: 'component',
    value: name,
  })
}
