/**
 * Resolves with the work unless the signal aborts first.
 * @throws the reason of the signal
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
