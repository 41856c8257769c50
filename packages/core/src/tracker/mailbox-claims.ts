// Claims of mailboxes: one process of all that could reads a mailbox, and renews its claim while it does.
import { createHash } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { readInBackground, writeInBackground, type BackgroundContext } from '../call/background-context.js'
import { clockTolerance } from '../delivery/outbox/claims.js'
import type { Reader, Where } from '../schema/index.js'

/** Milliseconds. After a crash, others wait that long. */
const claimLength = 30_000

/** Claims the mailbox, or renews the claim. Returns false while it belongs to another reader. */
export async function claimMailbox(context: BackgroundContext, mailbox: string, reader: string): Promise<boolean> {
  const { clock } = context.environment
  // Reads first: a write would keep others waiting, and waiting readers ask again and again.
  if (!(await readInBackground(context, (tx) => isFree(tx, mailbox, reader, clock())))) return false
  return writeInBackground(context, async (tx, now) => {
    if (!(await isFree(tx, mailbox, reader, now))) return false
    const claim = { claimed_by: reader, claimed_until: addMilliseconds(now, claimLength) }
    await tx.put('mailbox_claims', [{ mailbox: keyOf(mailbox), ...claim }])
    return true
  })
}

export async function releaseMailbox(context: BackgroundContext, mailbox: string, reader: string): Promise<void> {
  const mine: Where<'mailbox_claims'> = { and: [ofMailbox(mailbox), { col: 'claimed_by', eq: reader }] }
  await writeInBackground(context, async (tx) => tx.delete('mailbox_claims', mine))
}

/** A claim that ends later than possible was written by a clock that was ahead, and counts as over. */
async function isFree(tx: Reader, mailbox: string, reader: string, now: Date): Promise<boolean> {
  const [claim] = await tx.select({ from: 'mailbox_claims', where: ofMailbox(mailbox) })
  if (!claim || claim.claimed_by === reader || claim.claimed_until <= now) return true
  return claim.claimed_until > addMilliseconds(now, claimLength + clockTolerance)
}

function ofMailbox(mailbox: string) {
  return { col: 'mailbox', eq: keyOf(mailbox) } as const
}

/** Of any length. */
function keyOf(mailbox: string): string {
  return createHash('sha256').update(mailbox).digest('hex')
}
