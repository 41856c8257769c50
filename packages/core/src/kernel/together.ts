import { isPromise } from './is-promise.js'

/**
 * Begins reads without waiting for each other, so that a database behind a network answers them in one go. The answer is
 * a promise only if that of a read is: SQLite answers at once. An error that a read throws is a rejection too, because
 * the reads before it may still run.
 */
export function together<R extends readonly (() => unknown)[]>(...reads: R): Answers<R> | Promise<Answers<R>> {
  const begun = reads.map(begin)
  const answers: unknown = begun.some(isPromise) ? Promise.all(begun) : begun
  return answers as Answers<R> | Promise<Answers<R>>
}

type Answers<R extends readonly (() => unknown)[]> = { -readonly [K in keyof R]: Awaited<ReturnType<R[K]>> }

function begin(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return Promise.reject(error)
  }
}
