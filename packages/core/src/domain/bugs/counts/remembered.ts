// Counts are asked for again and again by pages that show them, and stay the same until somebody changes a bug.
import { isOfColumns } from '../../../access/count-visible.js'
import { limitsKey } from '../../../call/limits.js'
import { createLruCache, type LruCache } from '../../../store/lru-cache.js'
import type { Counting } from './count.js'

/** So many answers are remembered, of at most so many characters in all inputs and answers together. */
const mostRemembered = 100
const mostCharacters = 100_000

const known = new WeakMap<object, LruCache<string>>()

/**
 * What `count` answers, remembered for the caller as of the state of bugs, set-up and identities. Wishes that hang on more than
 * the columns of bugs, such as tags, which change without anybody being told, are answered anew each time.
 */
export async function remembered<T>({ call, wanted }: Counting, by: object, count: () => Promise<T>): Promise<T> {
  const { who, asOf, lastChange } = call
  if (!isOfColumns(wanted)) return count()
  const key = JSON.stringify([lastChange, who.isSystem, who.user?.id ?? 0, limitsKey(who.limits), by, wanted])
  const answers = known.get(asOf) ?? createLruCache<string>(mostRemembered)
  known.set(asOf, answers)
  const before = answers.get(key)
  if (before !== undefined) return JSON.parse(before) as T
  const answer = await count()
  const text = JSON.stringify(answer)
  if (key.length + text.length <= mostCharacters) answers.set(key, text)
  return answer
}
