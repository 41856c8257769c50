import { renameLogin } from '../../domain/forms/rename-choice.js'
import * as z from 'zod'
import { changedObject } from '../../domain/audit/plan.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { groupBy } from '../../kernel/collections.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { entriesIn, id, list, rawText, requireFewChanges } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireRefs } from '../../call/define/refs.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireLoginName } from '../../auth/login-name.js'
import { requireOwn } from '../../domain/host-users/managed.js'
import { keepingEmergencyLogin } from '../../domain/parameters/emergency-login.js'
import { requireAdministrator } from '../../domain/users/last-administrator.js'
import { findUsers } from '../../domain/users/lookup.js'
import { hashNewPassword, requireStrongPassword, requireUnlikeLogin } from '../../auth/password.js'
import {
  planUserUpdate,
  userValues,
  writeUpdate,
  type UserPlan,
  type UserValues,
} from '../../domain/users/plan-update.js'
import type { UserRow } from '../../access/user-columns.js'

// Contract: Users, Update User.
export const updateUsers = defineWrite({
  name: 'users.update',
  summary: 'Update users',
  description:
    'Updates users, all of them or none.\n\n' +
    "Membership by pattern or inheritance stays. A new login, a new password or disabling ends the user's " +
    "sessions; a password that another user replaces also revokes the user's API keys. The response contains the " +
    'changes of each user, a password as its hashing scheme.\n\n' +
    'Fails with `auth_failure` without editusers, for a group that does not exist or that the caller cannot ' +
    'grant, also through a new login that matches its pattern, and for the login, password or disabling of an ' +
    'administrator by a caller who is not one; `params_required` without users; `object_does_not_exist` for a ' +
    'user; `param_invalid` for an email of several users, and for the last administrator with a password in the group ' +
    'that the parameter password_login_group names; `still_in_use` for the last administrator; ' +
    "`managed_by_host` for the caller's email and name, if the embedding program manages the account.",
  errors: [
    'auth_failure',
    'params_required',
    'object_does_not_exist',
    'param_invalid',
    'illegal_email_address',
    'still_in_use',
    'account_exists',
    'password_too_short',
    'password_too_common',
    'password_not_complex',
    'text_too_long',
    'managed_by_host',
  ],
  examples: [
    {
      title: 'Add a user to a group',
      code: "const { users } = await admin.users.update({ names: ['carol@example.com'], groups: { add: ['security'] } })",
    },
  ],
  access: 'required',
  right: { group: 'editusers', action: 'change users' },
  confirms: ({ email, password, groups, bless_groups, login_denied_text }) =>
    [email, password, groups, bless_groups].some((value) => value !== undefined) || login_denied_text === '',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the users.' }),
    names: list(rawText).default([]).meta({ description: 'Logins of the users.' }),
    ...userValues,
  }),
  output: z.object({ users: z.array(changedObject).meta({ description: 'Changes of each user.' }) }),
  mayPrepare: (tx, input, call) => planUpdates(tx, input, call, null),
  prepare: async ({ password }, { environment }) =>
    password === undefined ? null : hashNewPassword(environment, password),
  async run(tx, input, call, passwordHash) {
    const plans = await planUpdates(tx, input, call, passwordHash)
    await keepingEmergencyLogin(tx, call, async () => {
      for (const plan of plans) await writeUpdate(tx, call, plan)
      for (const { user, plan } of plans) await renameLogin(tx, call, user.login, plan.set.login)
    })
    if (plans.some(({ plan }) => Object.keys(plan.changes).length > 0)) await bumpIdentityVersion(tx)
    if (plans.some(({ plan }) => 'login_denied_text' in plan.changes || 'groups' in plan.changes))
      await requireAdministrator(
        tx,
        call,
        plans.map(({ user }) => user),
      )
    return { users: plans.map(({ user, plan }) => ({ id: user.id, changes: plan.changes })) }
  },
})

interface Wanted extends UserValues {
  readonly ids: readonly number[]
  readonly names: readonly string[]
}

/** Plans the changes of each user, as far as the caller may change them. @throws TrackerError */
async function planUpdates(
  tx: Reader,
  { ids, names, ...wanted }: Wanted,
  call: Call,
  passwordHash: string | null,
): Promise<UserPlan[]> {
  requireRefs({ ids, names })
  const { found, missing } = await findUsers(tx, call, { ids, names })
  if (missing[0]) throw missing[0]
  const users = [...new Map(found.map((user) => [user.id, user])).values()]
  requireFewChanges(users.length, entriesIn({ groups: wanted.groups, bless_groups: wanted.bless_groups }))
  await requireValues(tx, call, users, wanted)
  const rows = await tx.select({ from: 'user_groups', where: { col: 'user_id', in: users.map((user) => user.id) } })
  const rowsOf = groupBy(rows, (row) => row.user_id)
  const plans = users.map((user) => planUserUpdate(call, user, rowsOf.get(user.id) ?? [], wanted, passwordHash))
  await requireOwnNames(tx, call, plans)
  return plans
}

async function requireValues(tx: Reader, call: Call, users: readonly UserRow[], wanted: UserValues): Promise<void> {
  const { email, password } = wanted
  if (password !== undefined) {
    requireStrongPassword(password, 'password', call.catalogue.parameters.password_complexity)
    for (const { login } of users) requireUnlikeLogin(password, email ?? login, 'password')
  }
  if (email === undefined) return
  const named = { field: 'email', value: email }
  if (users.length > 1)
    throw new TrackerError('param_invalid', { ...named, problem: 'it can be set for only one user at a time' })
  if (email === users[0]?.login) return
  requireLoginName(call.catalogue, email, 'email')
  const [holder] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(email) }, columns: ['id'] })
  if (holder && holder.id !== users[0]?.id) throw new TrackerError('account_exists', named)
}

/** @throws managed_by_host */
async function requireOwnNames(tx: Reader, call: Call, plans: readonly UserPlan[]): Promise<void> {
  for (const { user, plan } of plans) {
    const field = ['email', 'full_name'].find((name) => name in plan.changes)
    if (field !== undefined) await requireOwn(tx, call, user.id, field)
  }
}
