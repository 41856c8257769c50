/** Resolves after this many milliseconds, or when the signal aborts. Undefined: only when it aborts. */
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
