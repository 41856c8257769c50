import { membersOf } from '../../access/visibility.js'
import type { Call, User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

/**
 * Prevents a tracker without administrators: the last one cannot be disabled, removed from admin or erased, except by
 * the embedding program.
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
