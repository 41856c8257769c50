import { setTimeout } from 'node:timers/promises'

/** Waits. @throws the reason of the signal, if it is aborted before the end */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted())
}
