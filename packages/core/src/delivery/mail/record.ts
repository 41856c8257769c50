// Records how attempts to send messages ended: together if they ended at about the same time.
import { isTroubleOfStore } from '../../call/store-errors.js'

/**
 * Returns a function that records one thing and resolves when it is recorded. Things given in the same turn of the
 * event loop, and all given while a transaction is running, are recorded in the next one.
 */
export function createRecorder<T>(write: (things: readonly T[]) => Promise<void>): (thing: T) => Promise<void> {
  let next: { readonly things: T[]; readonly written: Promise<void> } | undefined
  let last: Promise<void> = Promise.resolve()

  async function writeNext(things: readonly T[], before: Promise<void>): Promise<void> {
    await before.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    next = undefined
    await write(things)
  }

  return async (thing) => {
    if (!next) {
      const things: T[] = []
      last = writeNext(things, last)
      next = { things, written: last }
    }
    const { things, written } = next
    things.push(thing)
    try {
      await written
    } catch (error) {
      // One of several may be the cause: the others can be recorded without it.
      if (things.length === 1 || isTroubleOfStore(error)) throw error
      await write([thing])
    }
  }
}
