import type { PlainCountByQuery, PlainCountByPart, GroupCount } from '../../src/store/index.js'
import { mutant, overlaying, type Damage, type Mutant } from './mutant.js'

/** Stores with a wrong `countBy`. The random queries of the suite must detect each of them as well. */
export const wrongGroupCounts: readonly Mutant[] = [
  mutant(
    'counts nothing where a value is NULL',
    '(18)',
    telling((found) => found.filter(({ key }) => !key.includes(null))),
  ),
  mutant(
    'tells counts in another order',
    '(18)',
    telling((found) => found.toReversed()),
  ),
  mutant(
    'tells NULL last',
    '(18)',
    telling((found) => found.toSorted(nullLast)),
  ),
  mutant(
    'counts each value once',
    '(18)',
    telling((found) => found.map(({ key }) => ({ key, count: 1 }))),
  ),
  mutant(
    'tells as many counts as there are',
    '(18)',
    asking((query) => ({ ...query, limit: 1_000_000 })),
  ),
  mutant(
    'counts rows for which where is false',
    '(18)',
    asking((query) => ({ ...query, where: undefined })),
  ),
  mutant('cuts days before 1970 towards it', '(18)', cuttingDays),
  mutant(
    'counts by all related rows',
    '(18)',
    byParts((part) => ('via' in part ? { ...part, where: { and: [] } } : part)),
  ),
]

function asking(change: (query: PlainCountByQuery) => PlainCountByQuery): Damage {
  return overlaying((tx) => ({ countBy: (query) => tx.countBy(change(query)) }))
}

function byParts(change: (part: PlainCountByPart) => PlainCountByPart): Damage {
  return asking((query) => ({ ...query, by: query.by.map(change) }))
}

function telling(change: (found: GroupCount[]) => GroupCount[]): Damage {
  return overlaying((tx) => ({ countBy: async (query) => change(await tx.countBy(query)) }))
}

function nullLast(a: GroupCount, b: GroupCount): number {
  return Number(a.key[0] === null) - Number(b.key[0] === null)
}

function cuttingDays(good: ReturnType<Damage>): ReturnType<Damage> {
  return overlaying((tx) => ({
    async countBy(query) {
      const found = await tx.countBy(query)
      const isCut = (index: number) => query.by[index] !== undefined && 'day' in query.by[index]
      return found.map(({ key, count }) => ({
        key: key.map((value, index) => (isCut(index) && Number(value) < 0 ? Number(value) + 1 : value)),
        count,
      }))
    },
  }))(good)
}
