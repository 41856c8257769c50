// How a group applies to the bugs of a product.
import * as z from 'zod'
import type { GroupControl, Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { refsOf } from '../../call/define/refs.js'

/** References to products. */
export const productRefs = refsOf('products')

/** Bugs are never in the group, can be, are by default, or always are: from the loosest to the strictest. */
export const controlValue = z.enum(['na', 'shown', 'default', 'mandatory'])

export type ControlValue = z.output<typeof controlValue>

/** The controls possible for non-members, by the control for members. */
export const controlsOfOthers: Readonly<Record<ControlValue, readonly ControlValue[]>> = {
  na: ['na'],
  shown: controlValue.options,
  default: ['na', 'default', 'mandatory'],
  mandatory: ['mandatory'],
}

export const controlView = z
  .object({
    product_id: z.int().meta({ description: 'ID of the product.' }),
    product: z.string().meta({ ref: 'product', description: 'Name of the product.' }),
    group_id: z.int().meta({ description: 'ID of the group.' }),
    group: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
    entry: z.boolean().meta({ description: 'Only members can file bugs.' }),
    member_control: controlValue.meta({
      description:
        'Control for members of the group: `na` (not available), `shown` (optional), `default` (selected by default), ' +
        '`mandatory` (required).',
    }),
    other_control: controlValue.meta({ description: 'Control for users who are not in the group.' }),
    canedit: z.boolean().meta({ description: 'Only members can edit bugs.' }),
    editcomponents: z.boolean().meta({ description: 'Members can administer the product.' }),
    editbugs: z.boolean().meta({ description: 'Members can edit bugs of the product.' }),
    canconfirm: z.boolean().meta({ description: 'Members can confirm bugs of the product.' }),
  })
  .meta({ id: 'GroupControl', description: 'How a group applies to the bugs of a product.' })

/** The controls of a product, in the order of their groups. */
export function viewControls({ catalogue }: Call, product: Product): z.input<typeof controlView>[] {
  return [...catalogue.groups].flatMap((group) => {
    const control = product.controls.get(group.id)
    return control ? [viewControl(product, group.name, control)] : []
  })
}

function viewControl(product: Product, group: string, control: GroupControl): z.output<typeof controlView> {
  const { group_id, entry, canedit, editcomponents, editbugs, canconfirm } = control
  return {
    product_id: product.id,
    product: product.name,
    group_id,
    group,
    entry,
    member_control: controlValue.parse(control.member_control),
    other_control: controlValue.parse(control.other_control),
    canedit,
    editcomponents,
    editbugs,
    canconfirm,
  }
}
