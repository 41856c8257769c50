// Two trackers write at random, and readers are killed and started at random. FOLLOW=100000 makes it long (`npm run follow`), SEED
// repeats a run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { freshDatabase } from '@trackerkit/test-postgres'
import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { expectSameAsBugs } from '../../test/feed/expect-same.js'
import { createReader, live, type Reader } from '../../test/feed/follower.js'
import { createRandom, nextMove, type Move } from '../../test/simulation/moves.js'
import { openSimulation, people } from '../../test/simulation/world.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Store } from '../store/index.js'
import { createTracker, type Tracker } from '../tracker/tracker.js'

const length = Number(process.env['FOLLOW'] ?? 80)
const seed = Number(process.env['SEED'] ?? 20_261_122)

interface Shared {
  /** Opens the same data, as one more process does. */
  readonly open: () => Store
  readonly remove: () => void
}

const kinds: Readonly<Record<string, () => Promise<Shared>>> = {
  memory: async () => {
    const store = memoryStore()
    return { open: () => ({ ...store, close: () => undefined }), remove: () => undefined }
  },
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
    const file = join(folder, 'test.db')
    const options = { durability: 'normal', longestQuestion: 60_000 } as const
    return { open: () => sqliteStore(file, options), remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { url } = await freshDatabase()
    return { open: () => postgresStore(url), remove: () => undefined }
  },
}

/** Much is refused: then it is undefined. Of a bug that was filed the answer tells the number. */
async function make(tracker: Tracker, { who, run, isBirth }: Move): Promise<{ readonly bug?: number } | undefined> {
  try {
    const { id } = (await run(tracker.as({ login: at(who) }))) as { readonly id: number }
    return isBirth ? { bug: id } : {}
  } catch (error) {
    if (!isTrackerError(error)) throw error
    return undefined
  }
}

/** Everything that somebody is told now, by a reader who is killed on the way. */
async function readAll(tracker: Tracker, name: Reader['name'], random: ReturnType<typeof createRandom>) {
  const reader = createReader(name, '0')
  while (!(await live(tracker, reader, random)));
  return reader.kept
}

it.each(Object.keys(kinds))(
  `readers of the change feed who are killed and started at random miss nothing, are told nothing twice, and see what they may see: ${length} writes of two trackers from seed ${seed} (%s)`,
  async (kind) => {
    const { open, remove } = await (kinds[kind] as () => Promise<Shared>)()
    const random = createRandom(seed)
    const { tracker, store, clock } = await openSimulation(open())
    const other = await createTracker({ store: open(), clock: clock.now })
    const trackers = [tracker, other]
    const readers = [undefined, null, ...people].map((name) => createReader(name, '0'))
    let bugs = 0
    let written = 0
    while (written < length) {
      clock.advance(1)
      const moves = trackers.map((one) => make(one, nextMove(random, bugs)))
      const reading = [random.pick(readers), random.pick(readers)]
      const alive = [...new Set(reading)].map((reader) => live(random.pick(trackers), reader, random))
      const made = await Promise.all(moves)
      await Promise.all(alive)
      written += made.filter((answer) => answer !== undefined).length
      bugs = Math.max(bugs, ...made.map((answer) => answer?.bug ?? 0))
    }
    for (const reader of readers) while (!(await live(random.pick(trackers), reader, random)));
    expect(bugs).toBeGreaterThan(0)
    await expectWhole(store, readers)
    const ids = Array.from({ length: bugs }, (_, n) => n + 1)
    for (const name of [null, ...people]) {
      const as = tracker.as(name === null ? null : { login: at(name) })
      await expectSameAsBugs(as, await readAll(random.pick(trackers), name, random), ids.slice(-500))
    }
    for (const one of trackers) await one.close()
    remove()
  },
  10_000_000,
)

/** What was read while it was written: all of it, in order, once. */
async function expectWhole(store: Store, readers: readonly Reader[]): Promise<void> {
  const rows = await inStore(store, (tx) => tx.select({ from: 'changes' }))
  const [all] = readers
  expect(rows.length, 'Enough writes should come to something').toBeGreaterThan(length * 0.5)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(all?.kept.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq))
  for (const { kept } of readers) {
    const numbers = kept.map(({ seq }) => seq)
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  }
  expect(readers.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0)
}
