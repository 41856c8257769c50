import * as z from 'zod'
import { changedObject, createPlan, writePlans, type Plan } from '../../domain/audit/plan.js'
import { isOn, type Component } from '../../setup/catalogue.js'
import type { Call, User } from '../../call/context.js'
import { line, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { renamePartChoice } from '../../domain/forms/rename-choice.js'
import { bugDescriptionTemplate, sortKey } from '../../domain/products/inputs.js'
import { planTemplate } from '../../domain/products/plan-template.js'
import { components, partRefsOf, requireFreePartName, requireParts } from '../../domain/products/parts.js'
import type { Reader, Writer } from '../../schema/index.js'
import { compareText, fold } from '../../store/index.js'
import { loadUsers, requireUsers } from '../../domain/users/find.js'
import { componentDescription, componentName, defaultAssignee } from '../../domain/components/component.js'

const values = {
  name: componentName.optional().meta({ description: 'New name, 1 to 64 characters, for a single component only.' }),
  description: componentDescription.optional().meta({ description: 'Description in simple HTML, stored unchanged.' }),
  default_assignee: defaultAssignee.optional().meta({ description: 'Login of the assignee of new bugs.' }),
  default_qa_contact: line.optional().meta({ description: 'Login of the QA contact of new bugs; empty for none.' }),
  default_cc: list(line).optional().meta({ description: 'Logins on the CC list of new bugs.' }),
  is_open: z.boolean().optional().meta({ description: 'Open for new bugs.' }),
  sort_key: sortKey.optional().meta({ description: 'Sort position, -32768 to 32767.' }),
  bug_description_template: bugDescriptionTemplate.optional(),
}

type Values = z.output<z.ZodObject<typeof values>>

export const updateComponents = defineWrite({
  name: 'components.update',
  summary: 'Update components of products',
  description:
    'Updates components, all of them or none. For members of editcomponents, and of groups that have ' +
    'this right within the product.\n\n' +
    'Bugs of a renamed component are updated.\n\n' +
    'Fails with `params_required` without names or ids; `param_invalid` for a name with several ' +
    'components.',
  errors: [
    'params_required',
    'object_does_not_exist',
    'product_admin_denied',
    'param_invalid',
    'component_blank_name',
    'component_name_too_long',
    'component_already_exists',
    'component_blank_description',
    'component_need_initialowner',
    'sort_key_invalid',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Close a component for new bugs',
      code: "await admin.components.update({ product: 'Widgets', names: ['UI'], is_open: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({ ...partRefsOf('components'), ...values }),
  output: z.object({ components: z.array(changedObject).meta({ description: 'Changes of each component.' }) }),
  async run(tx, { ids, product, names, ...wanted }, call) {
    const found = requireParts(call, components, { ids, product, names })
    requireFreePartName(components, found, wanted.name)
    const parts = found.map(({ part }) => part)
    const people = await requirePeople(tx, call, wanted, parts)
    await renamePartChoice(tx, call, 'component', found, wanted.name)
    const plans = parts.map((part) => [part.id, planComponentUpdate(part, wanted, people)] as const)
    if (people.cc) await writeDefaultCc(tx, parts, people.cc)
    return { components: await writePlans(tx, call, 'components', plans) }
  },
})

/** All users named by the components, before and after. Undefined: unchanged; null: none. */
interface People {
  readonly assignee: User | undefined
  readonly qaContact: User | null | undefined
  readonly cc: readonly User[] | undefined
  readonly before: ReadonlyMap<number, User>
}

async function requirePeople(tx: Reader, call: Call, wanted: Values, parts: readonly Component[]): Promise<People> {
  const { default_assignee, default_qa_contact, default_cc } = wanted
  const some = (login: string | undefined) => (login === undefined || login === '' ? [] : [login])
  const usesQa = isOn(call.catalogue, 'useqacontact')
  const [assignee] = await requireUsers(tx, some(default_assignee), 'default_assignee')
  const [qaContact = null] = await requireUsers(tx, usesQa ? some(default_qa_contact) : [], 'default_qa_contact')
  const cc = default_cc && (await requireUsers(tx, default_cc, 'default_cc'))
  const before = await loadUsers(
    tx,
    parts.flatMap((part) => [
      part.default_assigned_to_id,
      part.default_qa_contact_id ?? part.default_assigned_to_id,
      ...part.default_cc_ids,
    ]),
  )
  return { assignee, qaContact: usesQa && default_qa_contact !== undefined ? qaContact : undefined, cc, before }
}

function planComponentUpdate(part: Component, wanted: Values, people: People): Plan<'components'> {
  const { assignee, qaContact, cc, before } = people
  const login = (id: number | null) => before.get(id ?? 0)?.login ?? ''
  const plan = createPlan<'components'>()
  plan.change('name', part.name, wanted.name, (name) => ({ name, name_folded: fold(name) }))
  plan.change('description', part.description, wanted.description, (description) => ({ description }))
  if (assignee) {
    plan.change('default_assignee', login(part.default_assigned_to_id), assignee.login, () => ({
      default_assigned_to_id: assignee.id,
    }))
  }
  if (qaContact !== undefined) {
    plan.change('default_qa_contact', login(part.default_qa_contact_id), qaContact?.login ?? '', () => ({
      default_qa_contact_id: qaContact?.id ?? null,
    }))
  }
  plan.change(
    'default_cc',
    joinLogins(part.default_cc_ids.map(login)),
    cc && joinLogins(cc.map((one) => one.login)),
    () => ({}),
  )
  plan.change('is_open', part.is_active, wanted.is_open, (is_active) => ({ is_active }))
  plan.change('sort_key', part.sort_key, wanted.sort_key, (sort_key) => ({ sort_key }))
  planTemplate(plan, part, wanted)
  return plan
}

async function writeDefaultCc(tx: Writer, parts: readonly Component[], people: readonly User[]): Promise<void> {
  const ids = parts.map((part) => part.id)
  const userIds = [...new Set(people.map((user) => user.id))]
  await tx.delete('component_cc', { col: 'component_id', in: ids })
  await tx.insert(
    'component_cc',
    ids.flatMap((component_id) => userIds.map((user_id) => ({ component_id, user_id }))),
  )
}

function joinLogins(logins: readonly string[]): string {
  return [...new Set(logins)].toSorted(compareText).join(', ')
}
