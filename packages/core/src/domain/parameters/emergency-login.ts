// The group that logs in with a password must have an administrator, for when no provider responds.
import { membersOf } from '../../access/visibility.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'

/**
 * Requires an enabled administrator with a password in the group. The embedding program is exempt: it can act for every user.
 * @throws param_invalid
 */
export async function requireEmergencyLogin(tx: Reader, call: Call, name: string | undefined): Promise<void> {
  if (name === undefined || name === '' || call.who.isSystem) return
  const inGroup = (one: string): Where<'users'> => {
    const group = call.catalogue.groups.named(one)
    return membersOf(call, group ? [group.id] : [])
  }
  const isEnabled = { col: 'login_denied_text', eq: '' } as const
  const hasPassword = { not: { col: 'password_hash', eq: null } as const }
  const found = await tx.count('users', { and: [inGroup('admin'), inGroup(name), isEnabled, hasPassword] })
  if (found > 0) return
  throw new TrackerError('param_invalid', {
    field: 'parameters.password_login_group',
    value: name,
    accepted: 'a group with an administrator who has a password',
  })
}
