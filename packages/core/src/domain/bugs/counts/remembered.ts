// Pages request the same counts repeatedly, and counts stay the same until a bug changes.
import { isOfColumns } from '../../../access/count-visible.js'
import { columnsIn } from '../../../access/count-visible-by.js'
import { limitsKey } from '../../../call/limits.js'
import { createLruCache, type LruCache } from '../../../store/lru-cache.js'
import type { Counting } from './count.js'

/** Limits of the cache: responses, and characters of all inputs and responses together. */
const mostRemembered = 100
const mostCharacters = 100_000

const known = new WeakMap<object, LruCache<string>>()

/**
 * Returns the result of `count`, cached per caller for the current state of bugs, configuration and identities.
 * Criteria whose changes notify nothing are never cached: votes, and everything that is no column of bugs, such as tags.
 */
export async function remembered<T>({ call, wanted }: Counting, by: object, count: () => Promise<T>): Promise<T> {
  const { who, asOf, lastChange } = call
  if (!isOfColumns(wanted) || columnsIn(wanted).includes('votes')) return count()
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
