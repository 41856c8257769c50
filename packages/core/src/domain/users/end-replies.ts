// Addresses for replies are as good as a password for comments: they end with what they were mailed under.
import type { Writer } from '../../schema/index.js'

/** From now on replies to email that was sent to the user before are refused. */
export async function endReplies(tx: Writer, userId: number): Promise<void> {
  const where = { col: 'id', eq: userId } as const
  const [user] = await tx.select({ from: 'users', where, columns: ['reply_epoch'] })
  await tx.update('users', where, { reply_epoch: (user?.reply_epoch ?? 0) + 1 })
}
