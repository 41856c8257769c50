// How a group applies to the bugs of a product.
import { z } from 'zod'
import type { GroupControl, Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'

/** Bugs are not put in the group; can be; are unless one says otherwise; always are. */
export const controlValue = z.enum(['na', 'shown', 'default', 'mandatory'])

export const controlView = z.object({
  product_id: z.int(),
  product: z.string(),
  group_id: z.int(),
  group: z.string(),
  /** Only members may enter bugs. */
  entry: z.boolean(),
  /** What holds for bugs of members of the group … */
  member_control: controlValue,
  /** … and of everybody else. */
  other_control: controlValue,
  /** Only members may change bugs. */
  canedit: z.boolean(),
  /** Members have these rights within the product. */
  editcomponents: z.boolean(),
  editbugs: z.boolean(),
  canconfirm: z.boolean(),
})

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
