// Invites the owner of a new account by email to choose a password.
import { addCode } from '../../auth/account-codes.js'
import type { Call, User } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'

export async function sendInvitation(tx: Writer, call: Call, { id, login }: Pick<User, 'id' | 'login'>): Promise<void> {
  const code_id = await addCode(tx, { kind: 'invitation', user_id: id, login }, call.now)
  const by = call.who.user?.id ?? null
  call.mail.record({ to: { user_id: id }, details: { what: 'invited', code_id, by } })
}
