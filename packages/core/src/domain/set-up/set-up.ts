// The first administrator of a tracker that has none, and the first product with a component.
import * as z from 'zod'
import { requireLoginName } from '../../auth/login-name.js'
import { hashNewPassword, requireStrongPassword } from '../../auth/password.js'
import { loadMemberships, type Call } from '../../call/context.js'
import { line } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fold } from '../../store/index.js'
import { unclassifiedId } from '../classifications/inputs.js'
import { addComponent, componentName } from '../components/component.js'
import { writeParameters } from '../parameters/write.js'
import { addProduct } from '../products/add.js'
import { productDescription, productName } from '../products/inputs.js'
import { fullName, newPassword } from '../users/inputs.js'
import { insertAccount } from '../users/insert-account.js'
import { planUserUpdate, writeUpdate } from '../users/plan-update.js'
import { canBeAdministered, whoCanLogIn } from './administrators.js'

const input = z.strictObject({
  login: line.refine((login) => login !== '', problem('param_required')),
  password: newPassword.refine((password) => password !== '', problem('param_required')),
  real_name: fullName.default(''),
  product: z.strictObject({ name: productName, description: productDescription, component: componentName }).optional(),
})

/** The names of the first version and of the default milestone. */
const [version, default_milestone] = ['unspecified', '---']

/** No public operation: `Tracker.setUp` runs it as the system. */
export const setUpTracker = defineWrite({
  name: 'tracker.setUp',
  summary: 'Create the administrator of a tracker that has none',
  description: 'Makes the administrator, and a product with a component where one is named.',
  errors: [
    'set_up_already',
    'param_required',
    'illegal_email_address',
    'account_exists',
    'password_too_short',
    'password_too_common',
    'password_not_complex',
    'text_too_long',
    'product_blank_name',
    'product_name_too_long',
    'product_name_already_in_use',
    'product_must_have_description',
    'component_blank_name',
    'component_name_too_long',
  ],
  access: 'required',
  input,
  output: z.object({ id: z.int() }),
  mayPrepare: requireFirst,
  prepare: ({ password }, { environment }) => hashNewPassword(environment, password),
  async run(tx, wanted, call, passwordHash) {
    await requireFirst(tx, wanted, call)
    const { login, password, real_name, product } = wanted
    const user = await openAccount(tx, call, login)
    const rights = { groups: { add: ['admin', 'editusers'], remove: [] }, bless_groups: { add: ['admin'], remove: [] } }
    const values = { ...rights, full_name: real_name, password }
    await writeUpdate(tx, call, planUserUpdate(call, user, await loadMemberships(tx, user.id), values, passwordHash))
    if (call.catalogue.parameters.maintainer === '') await writeParameters(tx, call, { maintainer: login })
    if (product) await addFirstProduct(tx, call, product, user.id)
    await bumpCatalogueVersion(tx)
    return { id: user.id }
  },
})

/** @throws set_up_already, illegal_email_address, password_too_short, password_not_complex */
async function requireFirst(tx: Reader, { login, password }: z.output<typeof input>, call: Call): Promise<void> {
  if (await canBeAdministered(tx, call)) throw new TrackerError('set_up_already')
  requireLoginName(call.catalogue, login, 'login')
  requireStrongPassword(password, 'password', call.catalogue.parameters.password_complexity)
}

/**
 * A new account, or the existing one with this login if it is enabled and no user can log in to it. @throws
 * account_exists
 */
async function openAccount(tx: Writer, call: Call, login: string): Promise<Row<'users'>> {
  const [known] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(login) } })
  if (known && (known.login_denied_text !== '' || (await whoCanLogIn(tx, call, [known.id])).length > 0))
    throw new TrackerError('account_exists', { field: 'login', value: login })
  if (known) return known
  const id = await insertAccount(tx, call, { login, full_name: '', password_hash: null })
  const [made] = await tx.select({ from: 'users', where: { col: 'id', eq: id } })
  return must(made, 'user', id)
}

type FirstProduct = NonNullable<z.output<typeof input>['product']>

/** The administrator is the default assignee. */
async function addFirstProduct(
  tx: Writer,
  call: Call,
  { name, description, component }: FirstProduct,
  default_assigned_to_id: number,
): Promise<void> {
  if (call.catalogue.products.named(name))
    throw new TrackerError('product_name_already_in_use', { field: 'product.name', value: name })
  const product_id = await addProduct(tx, call, {
    name,
    description,
    classification_id: unclassifiedId,
    version,
    default_milestone,
    is_active: true,
    has_unconfirmed: true,
  })
  await addComponent(tx, call, {
    product_id,
    name: component,
    description: component,
    default_assigned_to_id,
    default_qa_contact_id: null,
    sort_key: 0,
    is_active: true,
  })
}
