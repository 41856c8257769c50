import * as z from 'zod'
import { isOn } from '../../setup/catalogue.js'
import { line, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { bugDescriptionTemplate, ownerName, sortKey } from '../../domain/products/inputs.js'
import { components, requireFreeName } from '../../domain/products/parts.js'
import { requireUserNamed, requireUsers } from '../../domain/users/find.js'
import {
  addComponent,
  componentDescription,
  componentName,
  defaultAssignee,
} from '../../domain/components/component.js'
import { createdObject } from '../../call/define/outputs.js'

const input = z.strictObject({
  product: ownerName,
  name: componentName.meta({ description: 'Name, 1 to 64 characters; unique in the product, ignoring case.' }),
  description: componentDescription.meta({ description: 'Description in simple HTML, stored unchanged.' }),
  default_assignee: defaultAssignee.meta({
    description: 'Login of the assignee of new bugs.',
  }),
  default_qa_contact: line
    .default('')
    .meta({ description: 'Login of the QA contact of new bugs. Ignored if QA contacts are disabled.' }),
  default_cc: list(line).default([]).meta({ description: 'Logins on the CC list of new bugs.' }),
  is_open: z.boolean().default(true).meta({ description: 'Open for new bugs.' }),
  sort_key: sortKey
    .default(0)
    .meta({ description: 'Sort position, -32768 to 32767. Lists are sorted by it, then by name.' }),
  bug_description_template: bugDescriptionTemplate.default(''),
})

export const createComponent = defineWrite({
  name: 'components.create',
  summary: 'Create a component of a product',
  description:
    'Creates a component of a product. For members of editcomponents, and of groups that have this right ' +
    'within the product.\n\n' +
    'Fails with `object_not_specified` without product; `object_does_not_exist` for the product or a ' +
    'user.',
  errors: [
    'object_not_specified',
    'product_admin_denied',
    'component_blank_name',
    'component_name_too_long',
    'component_already_exists',
    'component_blank_description',
    'text_too_long',
    'component_need_initialowner',
    'object_does_not_exist',
    'sort_key_invalid',
  ],
  examples: [
    {
      title: 'Create a component for the manuals',
      code: "await admin.components.create({ product: 'Widgets', name: 'Docs', description: 'Manuals', default_assignee: 'a@b.example' })",
    },
  ],
  access: 'required',
  input,
  output: createdObject,
  missing: {
    product: 'object_not_specified',
    name: 'component_blank_name',
    description: 'component_blank_description',
    default_assignee: 'component_need_initialowner',
  },
  async run(tx, component, call) {
    const product = requireAdministrableProduct(call, component.product, 'product')
    const { name } = component
    requireFreeName(components, product, name)
    const assignee = await requireUserNamed(tx, component.default_assignee, 'default_assignee')
    const qaLogins = component.default_qa_contact !== '' && isOn(call.catalogue, 'useqacontact')
    const [qaContact] = await requireUsers(tx, qaLogins ? [component.default_qa_contact] : [], 'default_qa_contact')
    const cc = await requireUsers(tx, component.default_cc, 'default_cc')
    const id = await addComponent(tx, call, {
      product_id: product.id,
      name,
      description: component.description,
      default_assigned_to_id: assignee.id,
      default_qa_contact_id: qaContact?.id ?? null,
      sort_key: component.sort_key,
      is_active: component.is_open,
      bug_description_template: component.bug_description_template || null,
    })
    const ccIds = [...new Set(cc.map((user) => user.id))]
    await tx.insert(
      'component_cc',
      ccIds.map((user_id) => ({ component_id: id, user_id })),
    )
    return { id }
  },
})
