// Two writers at random, one of them a separate process that is killed now and then, with readers that are killed and
// started at random. FOLLOW=100000 makes the test long (`npm run follow`); SEED repeats a run. Long runs are split
// into trackers with separate seeds: new readers read everything, so doubling the entries of one tracker would take
// four times as long.
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
import { isChosen, storesForToday, type StoreName } from '../../test/chosen-stores.js'
import { expectSameAsBugs } from '../../test/feed/expect-same.js'
import { createReader, follow, live, type Reader } from '../../test/feed/follower.js'
import { startWriter, writerOf, type Writer } from '../../test/feed/writers.js'
import { createRandom } from '../../test/simulation/moves.js'
import { people } from '../../test/simulation/people.js'
import { openSimulation } from '../../test/simulation/world.js'
import type { Store } from '../store/index.js'
import { createTracker, type Tracker } from '../tracker/tracker.js'

const total = Number(process.env['FOLLOW'] ?? 140)
/** A long run prints its progress. */
const isLong = process.env['FOLLOW'] !== undefined
const seed = Number(process.env['SEED'] ?? 20_261_122)

/** How much is written in one tracker, at most. */
const longestPart = 4000

interface Shared {
  /** Opens the same data, as one more tracker does. */
  readonly open: () => Store
  /** Starts who writes beside the test; where there are processes, in one. */
  readonly startWriter: (openTracker: () => Promise<Tracker>) => Promise<Writer>
  readonly remove: () => void
}

interface Kind {
  /** How much of all that is written is written there. */
  readonly share: number
  readonly open: () => Promise<Shared>
}

const kinds: Readonly<Record<StoreName, Kind>> = {
  memory: {
    share: 0.6,
    open: async () => {
      const store = memoryStore()
      return {
        open: () => ({ ...store, close: () => undefined }),
        startWriter: async (openTracker) => writerOf(await openTracker()),
        remove: () => undefined,
      }
    },
  },
  sqlite: {
    share: 0.25,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
      const file = join(folder, 'test.db')
      return {
        open: () => sqliteStore(file, { durability: 'normal', queryTimeoutMs: 60_000 }),
        startWriter: () => startWriter('sqlite', file),
        remove: () => rmSync(folder, { recursive: true }),
      }
    },
  },
  postgres: {
    share: 0.15,
    open: async () => {
      const { url } = await freshDatabase()
      return {
        open: () => postgresStore(url),
        startWriter: () => startWriter('postgres', url),
        remove: () => undefined,
      }
    },
  },
}

type Random = ReturnType<typeof createRandom>

/** Reads everything with a new reader that is killed on the way. */
async function readAll(tracker: Tracker, name: Reader['name'], random: Random) {
  const reader = createReader(name, (change) => change)
  while (!(await live(tracker, reader, random)));
  return reader.kept
}

/** Kills the reader, lets it read for a while, or starts following. */
async function disturb(tracker: Tracker, reader: Reader, random: Random): Promise<void> {
  if (reader.stop) await reader.stop()
  else if (random.upTo(6) === 0) follow(tracker, reader)
  else await live(tracker, reader, random)
}

interface Written {
  readonly writes: number
  readonly bugs: number
  /** Keys of bugs filed by processes that were killed. */
  readonly keys: readonly string[]
}

interface Scene {
  readonly trackers: readonly Tracker[]
  readonly writers: readonly Writer[]
  readonly readers: readonly Reader[]
  readonly clock: { now(): Date; advance(seconds: number): void }
}

/** Writes and reads until so much is written. */
async function run({ trackers, writers, readers, clock }: Scene, length: number, random: Random): Promise<Written> {
  const keys: string[] = []
  const killEach = Math.max(24, Math.floor(length / 20))
  let [writes, bugs, round] = [0, 0, 0]
  while (writes < length) {
    clock.advance(1)
    round++
    const moves = writers.map(async (writer) => {
      const chosen = { seed: random.upTo(2 ** 31), bugs }
      if (!writer.fileKilled || round % killEach !== 0) return writer.make(chosen, clock.now())
      const key = `killed-${round}`
      keys.push(key)
      await writer.fileKilled(key, clock.now(), keys.length % 2 === 1 ? 'commit' : random.upTo(20))
      return {}
    })
    const reading = new Set([random.pick(readers), random.pick(readers)])
    const alive = [...reading].map((reader) => disturb(random.pick(trackers), reader, random))
    const [made] = await Promise.all([Promise.all(moves), Promise.all(alive)])
    const before = writes
    writes += made.filter(({ isRefused }) => isRefused !== true).length
    if (isLong && Math.floor(before / 1000) !== Math.floor(writes / 1000))
      process.stdout.write(`${writes} of ${length} writes\n`)
    bugs = Math.max(bugs, ...made.map(({ bug }) => bug ?? 0))
  }
  for (const reader of readers) {
    await reader.stop?.()
    while (!(await live(random.pick(trackers), reader, random)));
  }
  return { writes, bugs, keys }
}

interface Part {
  readonly kind: string
  readonly open: Kind['open']
  readonly length: number
  readonly seed: number
}

const runsOn = (kind: StoreName) => (isLong ? isChosen(kind) : storesForToday('following').includes(kind))

const parts = Object.entries(kinds).flatMap(([kind, { share, open }]): Part[] => {
  if (!runsOn(kind as StoreName)) return []
  const length = Math.round(total * share)
  const count = Math.ceil(length / longestPart)
  return Array.from({ length: count }, (_, at) => ({ kind, open, length: Math.ceil(length / count), seed: seed + at }))
})

it.each(parts)(
  'readers of the change feed that are killed and restarted at random miss nothing, see no entry twice, and see only visible changes, and a repeated write of a killed process is done once',
  async ({ open: openKind, length, seed: ownSeed }) => {
    const { open, startWriter: start, remove } = await openKind()
    const random = createRandom(ownSeed)
    const { tracker, store, clock } = await openSimulation(open(), {
      timeoutSeconds: 3600,
      testing: { checkAnswers: false },
    })
    const options = { testing: { clock: clock.now }, timeoutSeconds: 3600 }
    const openTracker = () => createTracker({ store: open(), ...options })
    const other = await openTracker()
    const trackers = [tracker, other]
    const writers = [writerOf(tracker), await start(openTracker)]
    const readers = [undefined, null, ...people].map((name) => createReader(name, ({ seq }) => seq))
    const { writes, bugs, keys } = await run({ trackers, writers, readers, clock }, length, random)
    expect(bugs).toBeGreaterThan(0)
    const entries = await expectWhole(store, readers, length)
    await expectOnce(store, keys)
    const rows = await inStore(store, (tx) => tx.select({ from: 'bugs', columns: ['id'] }))
    const ids = rows.map(({ id }) => id)
    for (const name of [null, ...people]) {
      const as = tracker.as(name === null ? null : { login: at(name) })
      await expectSameAsBugs(as, await readAll(random.pick(trackers), name, random), ids)
    }
    const kills = readers.reduce((sum, reader) => sum + reader.kills, 0)
    if (isLong)
      process.stdout.write(
        `${writes} writes, ${entries} entries, ${bugs} bugs, ${kills} readers killed, ${keys.length} writers killed\n`,
      )
    await other.close()
    for (const writer of writers) await writer.close()
    remove()
  },
  100_000_000,
)

/** Checks that readers got every entry once, in order. Returns the number of entries. */
async function expectWhole(store: Store, readers: readonly Reader[], length: number): Promise<number> {
  const rows = await inStore(store, (tx) => tx.select({ from: 'changes', columns: ['seq'] }))
  const [all] = readers
  expect(rows.length, 'Enough writes should come to something').toBeGreaterThan(length * 0.5)
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(all?.kept).toEqual(rows.map(({ seq }) => seq))
  for (const { kept } of readers) expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
  expect(readers.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(0)
  return rows.length
}

/** Checks that bugs filed by killed processes exist exactly once. */
async function expectOnce(store: Store, keys: readonly string[]): Promise<void> {
  const found = await inStore(store, (tx) =>
    tx.select({ from: 'comments', where: { col: 'text', in: keys }, columns: ['text'] }),
  )
  expect(found.map(({ text }) => text).toSorted()).toEqual(keys.toSorted())
}
