// Random charts of random conditions, nested and negated at random, against a look at the six bugs. CHARTS=20000 asks more of them,
// SEED repeats a run.
import { expect, it } from 'vitest'
import { typed, type PlainStore, type Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'
import { onEveryStore } from '../../../test/harness.js'
import { createRandom } from '../../../test/simulation/moves.js'
import { addSixBugs } from '../../../test/six-bugs/add-six-bugs.js'
import { allOperators, expectedIds, valuesFor, visible, type Viewer } from '../../../test/six-bugs/expected-ids.js'
import { expectations } from '../../../test/six-bugs/expectations.js'

const charts = Number(process.env['CHARTS'] ?? 60)
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

type Random = ReturnType<typeof createRandom>

interface Drawn {
  /** Parameters whose numbers begin where the last ones ended. */
  readonly parameters: Readonly<Record<string, string | number>>
  readonly ids: readonly number[]
}

const joiners = ['AND', 'OR'] as const
type Joiner = (typeof joiners)[number]

function drawCondition(random: Random, who: Viewer, number: number): Drawn {
  for (;;) {
    const table = random.pick(expectations)
    const operator = random.pick(allOperators)
    const value = random.pick(valuesFor(table, operator))
    const ids = expectedIds(table, who, operator, value)
    if (typeof ids === 'string') continue
    const isNegated = random.upTo(3) === 0
    return {
      parameters: {
        [`f${number}`]: table.field,
        [`o${number}`]: operator,
        [`v${number}`]: value,
        ...(isNegated && { [`n${number}`]: 1 }),
      },
      ids: isNegated ? without(who, ids) : ids,
    }
  }
}

/** A condition, or a group of up to four in parentheses. */
function drawPart(random: Random, who: Viewer, number: number, depth: number): Drawn {
  if (depth === 0 || random.upTo(5) < 3) return drawCondition(random, who, number)
  const [joiner, isNegated] = [random.pick(joiners), random.upTo(3) === 0]
  const { parts, next } = drawParts(random, who, number + 1, depth - 1)
  const ids = join(who, joiner, parts)
  const close = { [`f${next}`]: 'CP' }
  return {
    parameters: Object.assign(
      { [`f${number}`]: 'OP', [`j${number}`]: joiner, ...(isNegated && { [`n${number}`]: 'true' }) },
      ...parts.map((part) => part.parameters),
      close,
    ) as Drawn['parameters'],
    ids: isNegated ? without(who, ids) : ids,
  }
}

function drawParts(random: Random, who: Viewer, first: number, depth: number): { parts: Drawn[]; next: number } {
  const parts: Drawn[] = []
  let next = first
  for (let left = 1 + random.upTo(4); left > 0; left--) {
    const part = drawPart(random, who, next, depth)
    parts.push(part)
    next += Object.keys(part.parameters).filter((name) => /^f\d+$/.test(name)).length
  }
  return { parts, next }
}

function join(who: Viewer, joiner: Joiner, parts: readonly Drawn[]): number[] {
  return visible[who].filter((id) =>
    joiner === 'AND' ? parts.every(({ ids }) => ids.includes(id)) : parts.some(({ ids }) => ids.includes(id)),
  )
}

function without(who: Viewer, ids: readonly number[]): number[] {
  return visible[who].filter((id) => !ids.includes(id))
}

/** The same store, in which everything that an index finds seems common: a count that may stop does so at once. */
function whereAllIsCommon(store: Store): Store {
  const plain = store as unknown as PlainStore
  const common: PlainStore = {
    ...plain,
    read: (work, options) =>
      plain.read(
        (tx) => work({ ...tx, count: (from, where, { atMost } = {}) => atMost ?? tx.count(from, where) }),
        options,
      ),
  }
  return typed(common)
}

onEveryStore('bugs.search: random charts', (open) => {
  it(
    `finds what ${charts} random charts from seed ${seed} ask for, and counts it [BUG-S-07]`,
    async () => {
      const random = createRandom(seed)
      const world = await open()
      await addSixBugs(world)
      const common = await createTracker({ store: whereAllIsCommon(world.store), testing: { clock: world.clock.now } })
      for (let count = 0; count < charts; count++) {
        const who = random.pick(['ivan', 'eve'] as const)
        const joiner = random.pick(joiners)
        const { parts } = drawParts(random, who, 1, 3)
        const chart = Object.assign({ j_top: joiner }, ...parts.map((part) => part.parameters)) as object
        const right = join(who, joiner, parts)
        const { search } = world.as(who).bugs
        const order = random.pick(['bug_id', 'bug_id DESC'])
        const { bugs } = await search({ ...chart, order, include_fields: ['id'] })
        const found = bugs.map((bug) => bug.id)
        const { bug_count } = await search({ ...chart, count_only: true })
        const inTurn = await common.as({ login: `${who}@example.com` }).bugs.search({ ...chart, order, limit: 100 })
        const walked = inTurn.bugs.map((bug) => bug.id)
        const asked = { who, ...chart, found: order === 'bug_id' ? found : found.toReversed(), bug_count, walked }
        expect(asked).toEqual({ ...asked, found: right, bug_count: right.length, walked: found })
      }
    },
    60_000 + 20 * charts,
  )
})
