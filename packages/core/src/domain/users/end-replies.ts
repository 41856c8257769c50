// Reply addresses are as good as a password for comments, so they end with the account's access.
import type { Writer } from '../../schema/index.js'

/** From now on replies to email that was sent to the user before are refused. */
export async function endReplies(tx: Writer, userId: number): Promise<void> {
  const where = { col: 'id', eq: userId } as const
  const [user] = await tx.select({ from: 'users', where, columns: ['reply_epoch'] })
  await tx.update('users', where, { reply_epoch: (user?.reply_epoch ?? 0) + 1 })
}
