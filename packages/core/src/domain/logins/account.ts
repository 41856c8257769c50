// The account whose links are meant: the caller's, or for user administrators another.
import { hasRight, loadMemberships, requireUser, type Call, type User } from '../../call/context.js'
import { word } from '../../call/define/inputs.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { requireUserNamed } from '../users/find.js'
import { requireMayDisown } from '../users/plan-update.js'

export const accountInput = word
  .optional()
  .meta({ description: 'Login of another user. Only for user administrators. Defaults to the caller.' })

/** @throws login_required, auth_failure, object_does_not_exist */
export async function requireAccount(tx: Reader, call: Call, name: string | undefined): Promise<User> {
  if (name === undefined) return requireUser(call.who)
  if (!call.who.isSystem && !hasRight(call, 'editusers'))
    throw new TrackerError('auth_failure', { action: 'see how others log in' })
  const user = await requireUserNamed(tx, name, 'user')
  if (!call.who.isSystem && user.id !== call.who.user?.id) requireMayDisown(call, await loadMemberships(tx, user.id))
  return user
}
