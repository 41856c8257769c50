// The account that files reports of people who have none.
import { mayAct } from '../../auth/may-act.js'
import {
  callerOf,
  everydayRights,
  inGroupNamed,
  loadMemberships,
  requireRight,
  systemRights,
  type Call,
  type User,
} from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { requireUserNamed } from '../users/find.js'

const administering = systemRights.filter((right) => !everydayRights.includes(right))

/** @throws auth_failure, object_does_not_exist, param_invalid */
export async function requireFiler(tx: Reader, call: Call, login: string): Promise<User> {
  requireRight(call, 'admin', 'choose the account of an intake')
  const user = await requireUserNamed(tx, login, 'account')
  if (await mayFile(tx, call, user)) return user
  const accepted = 'an enabled account, with a second factor if it requires one, in no group that administers'
  throw new TrackerError('param_invalid', { field: 'account', value: login, accepted })
}

/** Anyone acts with the rights of the account, so that it has few. */
export async function mayFile(tx: Reader, call: Call, user: User): Promise<boolean> {
  if (!(await mayAct(tx, call, user.id))) return false
  const { catalogue } = call
  const caller = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  return !administering.some((right) => inGroupNamed(caller, catalogue, right))
}

/** @throws intake_needs_account */
export function requireAccount(holds: boolean, accountId: number | null | undefined): void {
  if (!holds && (accountId ?? null) === null) throw new TrackerError('intake_needs_account', { field: 'holds' })
}
