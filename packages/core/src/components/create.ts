import { z } from 'zod'
import { hasProductRight } from '../access/permissions.js'
import { auditCreation } from '../audit/write.js'
import { isOn, touchCatalogue, type Product } from '../catalogue.js'
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { fits, line } from '../inputs.js'
import { defineWrite, problem } from '../operation.js'
import { requireProduct } from '../products/find.js'
import { description, maxNameLength } from '../products/inputs.js'
import { fold } from '../store/index.js'
import { requireUserNamed, requireUsers } from '../users/find.js'

const input = z.strictObject({
  product: line.refine((name) => name !== '', problem('object_not_specified')),
  name: line
    .refine((name) => name !== '', problem('component_blank_name'))
    .refine((name) => fits(name, maxNameLength), problem('component_name_too_long', { limit: maxNameLength })),
  description: description.refine((text) => text !== '', problem('component_blank_description')),
  default_assignee: line.refine((login) => login !== '', problem('component_need_initialowner')),
  default_qa_contact: line.default(''),
  default_cc: z.array(line).default([]),
  is_open: z.boolean().default(true),
})

/**
 * Creates a component of a product. For members of editcomponents, and of groups that have this right within the product.
 *
 * `product`: its name. `name`: 1 to 64 characters, unique in the product without regard to case. `description`: simple HTML,
 * kept as it is. `default_assignee`, `default_qa_contact`, `default_cc`: login names; the QA contact is ignored while QA
 * contacts are not in use. `is_open`: takes new bugs.
 *
 * @throws object_not_specified (50) without product, product_admin_denied (304),
 *   component_blank_name (1210), component_name_too_long (105), component_already_exists (1200), component_blank_description
 *   (1211), text_too_long (104), component_need_initialowner (1213), object_does_not_exist (51) for product, assignee and QA contact,
 *   invalid_username (504) for the CC list
 * @example
 * await admin.components.create({ product: 'Widgets', name: 'Docs', description: 'Manuals', default_assignee: 'a@b.example' })
 */
export const createComponent = defineWrite({
  name: 'components.create',
  summary: 'Create a component of a product',
  access: 'required',
  input,
  output: z.object({ id: z.int() }),
  missing: {
    product: 'object_not_specified',
    name: 'component_blank_name',
    description: 'component_blank_description',
    default_assignee: 'component_need_initialowner',
  },
  async run(tx, component, call) {
    const product = requireProduct(call, component.product, 'product')
    requireAdministrable(call, product)
    const { name } = component
    if (product.components.some((one) => one.name_folded === fold(name)))
      throw new TrackerError('component_already_exists', { field: 'name', value: name })
    const assignee = await requireUserNamed(tx, component.default_assignee, 'default_assignee')
    const qaLogins = component.default_qa_contact !== '' && isOn(call.catalogue, 'useqacontact')
    const [qaContact] = await requireUsers(tx, qaLogins ? [component.default_qa_contact] : [], 'default_qa_contact')
    const cc = await requireUsers(tx, component.default_cc, 'default_cc', 'invalid_username')
    const [id = 0] = await tx.insert('components', [
      {
        product_id: product.id,
        name,
        name_folded: fold(name),
        description: component.description,
        default_assigned_to_id: assignee.id,
        default_qa_contact_id: qaContact?.id ?? null,
        sort_key: 0,
        is_active: component.is_open,
      },
    ])
    const ccIds = [...new Set(cc.map((user) => user.id))]
    await tx.insert(
      'component_cc',
      ccIds.map((user_id) => ({ component_id: id, user_id })),
    )
    await auditCreation(tx, call, 'Component', id, name)
    await touchCatalogue(tx)
    return { id }
  },
})

function requireAdministrable(call: Call, product: Product): void {
  if (!hasProductRight(call, product, 'editcomponents'))
    throw new TrackerError('product_admin_denied', { field: 'product', value: product.name })
}
