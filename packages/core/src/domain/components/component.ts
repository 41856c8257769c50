import { auditCreation } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import { insertOne } from '../../schema/insert-one.js'
import type { NewRow, Writer } from '../../schema/index.js'
import { bumpProducts } from '../../setup/product-changes.js'
import { fold } from '../../store/index.js'
import { limited, line } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { description, maxNameLength } from '../products/inputs.js'

/** Adds a component. Returns its id. That the name is free in the product is for the caller to make sure. */
export async function addComponent(
  tx: Writer,
  call: Call,
  component: Omit<NewRow<'components'>, 'name_folded'>,
): Promise<number> {
  const id = await insertOne(tx, 'components', { ...component, name_folded: fold(component.name) })
  await auditCreation(tx, call, 'components', id, component.name)
  await bumpProducts(tx, [component.product_id])
  return id
}

/** Raises component_blank_name (1210), component_name_too_long (105). */
export const componentName = limited(
  line.refine((name) => name !== '', problem('component_blank_name')),
  maxNameLength,
  'component_name_too_long',
)

/** Simple HTML, kept as it is. Raises component_blank_description (1211), text_too_long (104). */
export const componentDescription = description.refine((text) => text !== '', problem('component_blank_description'))

/** A login name. Raises component_need_initialowner (1213). */
export const defaultAssignee = line.refine((login) => login !== '', problem('component_need_initialowner'))
