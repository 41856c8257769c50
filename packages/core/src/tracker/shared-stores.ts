// Stores that several trackers of this process can share. The last tracker to be closed closes the store.
const trackers = new WeakMap<object, number>()

/** Notes that a tracker uses the store. @returns a function for its end, which returns whether no other tracker uses the store */
export function shareStore(store: object): () => boolean {
  let own = 1
  trackers.set(store, (trackers.get(store) ?? 0) + own)
  return () => {
    const left = (trackers.get(store) ?? 0) - own
    own = 0
    trackers.set(store, left)
    return left === 0
  }
}
