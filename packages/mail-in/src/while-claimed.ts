// One process of all that could reads a mailbox: the others wait for its claim to end.
import { randomUUID } from 'node:crypto'
import type { TrackerHost } from '@trackerkit/core/host'

type Claims = Pick<TrackerHost, 'claimMailbox' | 'releaseMailbox'>

/** Milliseconds. */
const renewEvery = 10_000

/**
 * Runs the work if this process may read the mailbox, and aborts it if the claim is lost. Returns false if another process reads it.
 * Messages count once even with two readers, so that a claim that cannot be renewed for now ends nothing.
 * @throws errors of the store and of the work
 */
export async function whileClaimed(
  host: Claims,
  mailbox: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const reader = randomUUID()
  if (!(await host.claimMailbox(mailbox, reader))) return false
  const lost = new AbortController()
  const renew = async () => {
    const isMine = await host.claimMailbox(mailbox, reader).catch(() => true)
    if (!isMine) lost.abort(new Error('another process reads it'))
  }
  let renewed = Promise.resolve()
  const renewal = setInterval(() => {
    renewed = renewed.then(renew)
  }, renewEvery).unref()
  try {
    await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(renewal)
    // A renewal after the release would keep the mailbox from the others.
    await renewed
    await host.releaseMailbox(mailbox, reader).catch(() => undefined)
  }
  return true
}
