// The group that logs in with a password must have an administrator, for when no provider responds.
import { membersOf } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where, Writer } from '../../schema/index.js'

/**
 * Requires an enabled administrator with a password in the group. The embedding program is exempt: it can act for every user.
 * @throws param_invalid
 */
export async function requireEmergencyLogin(tx: Reader, call: Call, name: string | undefined): Promise<void> {
  if (name === undefined || name === '' || call.who.isSystem) return
  if (await hasEmergencyLogin(tx, call, name)) return
  throw new TrackerError('param_invalid', {
    field: 'parameters.password_login_group',
    value: name,
    accepted: 'a group with an administrator who has a password',
  })
}

/**
 * Runs work that changes accounts or groups, and requires the same after it while the parameter is set. If it was not met
 * before, because the embedding program has set the parameter, changes are not prevented.
 * @throws param_invalid
 */
export async function keepingEmergencyLogin<T>(tx: Writer, call: Call, work: () => Promise<T>): Promise<T> {
  const { password_login_group: name } = call.catalogue.parameters
  if (name === '' || call.who.isSystem || !(await hasEmergencyLogin(tx, call, name))) return work()
  const result = await work()
  const inheritance = await tx.select({ from: 'group_inheritance' })
  await requireEmergencyLogin(tx, { ...call, catalogue: { ...call.catalogue, inheritance } }, name)
  return result
}

async function hasEmergencyLogin(tx: Reader, call: Call, name: string): Promise<boolean> {
  const inGroup = (one: string): Where<'users'> => {
    const group = call.catalogue.groups.named(one)
    return membersOf(call, group ? [group.id] : [])
  }
  const isEnabled = { col: 'login_denied_text', eq: '' } as const
  const hasPassword = { not: { col: 'password_hash', eq: null } as const }
  return (await tx.count('users', { and: [inGroup('admin'), inGroup(name), isEnabled, hasPassword] })) > 0
}
