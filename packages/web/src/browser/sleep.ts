/** Resolves after so many milliseconds, or when the signal says that nobody waits any more. Undefined: with the signal alone. */
export async function sleep(milliseconds: number | undefined, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return
  await new Promise<void>((resolve) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
