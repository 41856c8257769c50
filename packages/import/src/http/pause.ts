import { setTimeout } from 'node:timers/promises'

/** Waits. @throws the reason of the signal, if that is aborted meanwhile */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => signal?.throwIfAborted())
}
