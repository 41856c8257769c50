// Plans and writes the update of one user.
import * as z from 'zod'
import { replaceInAddressLists } from './address-lists.js'
import { revokeKeys } from '../api-keys/revoke.js'
import { createPlan, writePlan, type Plan } from '../audit/plan.js'
import { hasRight, withInherited, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { groupLists } from '../groups/inputs.js'
import { namesOf, type GroupChange } from '../groups/lists.js'
import { line, longText } from '../../call/define/inputs.js'
import type { Row, Writer } from '../../schema/index.js'
import { forgetCodes } from '../../auth/account-codes.js'
import { endActing, endTokens } from '../../auth/acting.js'
import { forgetAttempts } from '../../auth/login-attempts.js'
import { fold } from '../../store/index.js'
import { planGrants, writeGrants } from './grants.js'
import { fullName, newPassword } from './inputs.js'
import { emailOf } from '../../auth/login-name.js'
import { groupsByPattern, requireMayJoin } from './pattern-groups.js'
import type { UserRow } from '../../access/user-columns.js'
import { isStoppedByBounces, noBounces } from './bounces.js'
import { endReplies } from './end-replies.js'

/** The values that can be updated. */
export const userValues = {
  full_name: fullName.optional().meta({ description: 'Real name, at most 255 characters; can be empty.' }),
  email: line.optional().meta({ description: 'New login, for a single user only. Membership by pattern is updated.' }),
  password: newPassword.optional().meta({ description: 'Password, with the rules of `users.create`.' }),
  email_enabled: z.boolean().optional().meta({ description: 'The user receives email about bugs.' }),
  login_denied_text: longText
    .optional()
    .meta({ description: 'Why the account is disabled; an empty string enables it.' }),
  groups: groupLists.optional().meta({
    description:
      'The groups to which the user is added (`add`), from which they are removed (`remove`), or the exact list ' +
      '(`set`, which overrides both and keeps groups that the caller cannot grant); IDs or names. A group in both ' +
      'add and remove is added.',
  }),
  bless_groups: groupLists
    .optional()
    .meta({ description: 'Groups that the user can grant, in the same format as `groups`.' }),
}
export type UserValues = z.output<z.ZodObject<typeof userValues>>

export interface UserPlan {
  readonly user: UserRow
  readonly plan: Plan<'users'>
  readonly groups: { readonly direct: GroupChange; readonly bless: GroupChange; readonly pattern: Joins }
}

/** The ids of groups that a new login name leads into and out of. */
interface Joins {
  readonly added: readonly { id: number }[]
  readonly removed: readonly { id: number }[]
}

const none: GroupChange = { added: [], removed: [] }

export function planUserUpdate(
  call: Call,
  user: UserRow,
  rows: readonly Row<'user_groups'>[],
  wanted: UserValues,
  passwordHash: string | null,
): UserPlan {
  const plan = createPlan<'users'>()
  plan.change('full_name', user.real_name, wanted.full_name, (name) => ({
    real_name: name,
    real_name_folded: fold(name),
  }))
  plan.change('email', user.login, wanted.email, (login) => ({ login, login_folded: fold(login), ...noBounces }))
  const hashed = wanted.password === undefined ? undefined : 'scrypt'
  plan.change('password', '', hashed, () => ({ password_hash: passwordHash }))
  // Email to the address before does not say anything about the new one.
  const isOnAgain = plan.set.login !== undefined && isStoppedByBounces(user) ? true : undefined
  plan.change('email_enabled', user.email_enabled, wanted.email_enabled ?? isOnAgain, (email_enabled) => ({
    email_enabled,
    ...noBounces,
  }))
  plan.change('login_denied_text', user.login_denied_text, wanted.login_denied_text, (text) => ({
    login_denied_text: text,
  }))
  if (endsSessions(plan)) requireMayDisown(call, rows)
  const direct = wanted.groups ? planGrants(call, rows, 'direct', wanted.groups, 'groups') : none
  const bless = wanted.bless_groups ? planGrants(call, rows, 'bless', wanted.bless_groups, 'bless_groups') : none
  for (const [field, change] of [['groups', direct] as const, ['bless_groups', bless] as const])
    plan.change(field, namesOf(change.removed), change === none ? undefined : namesOf(change.added), () => ({}))
  const pattern = plan.set.login === undefined ? none : planJoins(call, rows, plan.set.login)
  return { user, plan, groups: { direct, bless, pattern } }
}

/** True if the update changes who can log in. */
function endsSessions({ changes }: Plan<'users'>): boolean {
  return ['email', 'password', 'login_denied_text'].some((field) => field in changes)
}

/** @throws auth_failure when the user is an administrator and the caller is none */
export function requireMayDisown(call: Call, rows: readonly Row<'user_groups'>[]): void {
  const admin = call.catalogue.groups.named('admin')
  const own = rows.filter((row) => row.kind !== 'bless').map((row) => row.group_id)
  if (!admin || hasRight(call, 'admin') || !withInherited(call.catalogue, own).has(admin.id)) return
  throw new TrackerError('auth_failure', { action: 'change how an administrator logs in' })
}

/** @throws auth_failure for a group that the caller may not grant */
function planJoins(call: Call, rows: readonly Row<'user_groups'>[], login: string): Joins {
  const before = rows.filter((row) => row.kind === 'pattern').map((row) => row.group_id)
  const after = groupsByPattern(call.catalogue, login)
  const onlyIn = (some: readonly number[], others: readonly number[]) => some.filter((id) => !others.includes(id))
  const added = onlyIn(after, before)
  requireMayJoin(call, added)
  return { added: added.map((id) => ({ id })), removed: onlyIn(before, after).map((id) => ({ id })) }
}

export async function writeUpdate(tx: Writer, call: Call, { user, plan, groups }: UserPlan): Promise<void> {
  await writeGrants(tx, user.id, 'direct', groups.direct)
  await writeGrants(tx, user.id, 'bless', groups.bless)
  await writeGrants(tx, user.id, 'pattern', groups.pattern)
  if (plan.set.login !== undefined) {
    await replaceInAddressLists(tx, call, [user.login], plan.set.login)
    tellOfAddress(call, user.login, plan.set.login)
  }
  if (endsSessions(plan)) {
    await endSessions(tx, call, user.id, plan)
    // They were sent to the previous owner of the account.
    await forgetCodes(tx, user.id)
    await endReplies(tx, user.id)
  }
  if ('password' in plan.changes || plan.set.login !== undefined) await forgetAttempts(tx, fold(user.login))
  await writePlan(tx, call, 'users', user.id, plan)
}

/**
 * Ends everything that was obtained with the old password: sessions and keys. Users who change their own password keep
 * the current session and their keys, which they can revoke one by one. If there was no password, the keys stay.
 */
async function endSessions(tx: Writer, call: Call, userId: number, { changes }: Plan<'users'>): Promise<void> {
  const isOwn = !call.who.isSystem && call.who.user?.id === userId
  const kept = { col: 'id', in: isOwn ? (call.sessionIds ?? []) : [] } as const
  await endTokens(tx, { and: [{ col: 'user_id', eq: userId }, { not: kept }] }, call.now)
  await endActing(tx, userId, call.now)
  if (!('password' in changes) || isOwn) return
  const withPassword = { not: { col: 'password_hash', eq: null } } as const
  const isReset = (await tx.count('users', { and: [{ col: 'id', eq: userId }, withPassword] })) > 0
  if (isReset) await revokeKeys(tx, call, userId)
}

/** Sends an email to both addresses. */
function tellOfAddress({ catalogue, mail }: Call, ...logins: readonly [before: string, after: string]): void {
  const [before, after] = [emailOf(catalogue, logins[0]), emailOf(catalogue, logins[1])]
  for (const address of [before, after])
    mail.record({ to: { address }, details: { what: 'address_changed', before, after } })
}
