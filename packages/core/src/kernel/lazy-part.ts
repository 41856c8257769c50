// Parts of the program that are loaded at their first use: bundles that are split keep them out of what a start loads.

export interface LazyPart<T> {
  /** The part, once it is loaded. */
  readonly now: () => T | undefined
  readonly load: () => Promise<T>
}

const loading = new Set<Promise<unknown>>()

/** A part that is loaded once. A failure is forgotten, so that the next use tries again. */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  let part: T | undefined
  let promise: Promise<T> | undefined
  const begin = (): Promise<T> => {
    const begun = load().then((loaded) => (part = loaded))
    loading.add(begun)
    const end = () => {
      loading.delete(begun)
      if (part === undefined) promise = undefined
    }
    begun.then(end, end)
    return begun
  }
  return { now: () => part, load: () => (promise ??= begin()) }
}

/** Resolves when no part is being loaded, after the uses that waited for one have gone on. */
export async function partsLoaded(): Promise<void> {
  // Those uses can load further parts.
  while (loading.size > 0) await Promise.allSettled(loading)
}
