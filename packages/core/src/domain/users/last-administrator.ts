import { membersOf } from '../../access/visibility.js'
import type { Call, User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

/** Nobody could undo it: the last administrator can be neither disabled, nor taken out of admin, nor erased. The embedding program can.
 */
export async function requireAdministrator(
  tx: Reader,
  call: Call,
  users: readonly Pick<User, 'login'>[],
): Promise<void> {
  const admin = call.catalogue.groups.named('admin')
  if (!admin || call.who.isSystem) return
  const enabled = { col: 'login_denied_text', eq: '' } as const
  if ((await tx.count('users', { and: [membersOf(call, [admin.id]), enabled] })) === 0)
    throw new TrackerError('still_in_use', {
      kind: 'account',
      value: users.map((user) => user.login).join(', '),
      by: 'the tracker, as its last administrator',
    })
}
