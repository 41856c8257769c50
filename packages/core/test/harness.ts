// The base of behavior tests: a small tracker on each store, with a clock and random source that tests control.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, type MemorySnapshot } from '@trackerkit/adapter-memory'
import { sqliteStore, type SqliteOptions } from '@trackerkit/adapter-sqlite'
import { afterEach, describe } from 'vitest'
import type { Awaitable, Store } from '../src/store/index.js'
import type { TrackerOptions } from '../src/tracker/options.js'
import { createTracker } from '../src/tracker/tracker.js'
import { isChosen, storesForToday, type StoreName } from './chosen-stores.js'
import { openSeeded } from './postgres.js'
import { seedWorld } from './world.js'

/** A clock that only tests move. */
export function createTestClock(start = new Date('2026-03-01T12:00:00Z')) {
  let now = start
  return {
    now: () => now,
    advance(seconds: number) {
      now = new Date(now.getTime() + seconds * 1000)
    },
  }
}

/** Bytes that look random and are the same on every run. Not for secrets. */
export function createTestRandom(seed = 1) {
  let state = seed
  return (bytes: number) =>
    Uint8Array.from({ length: bytes }, () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >>> 16)
}

interface StoreKind {
  readonly name: StoreName
  /** A fresh store, empty or with the tracker with the world in it, and what removes its traces. */
  readonly open: () => Awaitable<{ readonly store: Store; readonly isSeeded?: boolean; readonly remove: () => void }>
}

/** That of the package, or another one: see CONTRIBUTING.md. */
const driver = { driver: process.env['TRACKERKIT_TEST_SQLITE'] as 'node:sqlite' } satisfies SqliteOptions

const allKinds: readonly StoreKind[] = [
  {
    name: 'memory',
    open: async () => {
      const from = await (seededSnapshot ??= makeSeededSnapshot())
      return { store: memoryStore({ from }), isSeeded: true, remove: () => undefined }
    },
  },
  {
    name: 'sqlite',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
      const file = join(folder, 'test.db')
      writeFileSync(file, await (seededFile ??= makeSeededFile()), { mode: 0o600 })
      // A busy machine ends no question of a test.
      const store = sqliteStore(file, { ...driver, durability: 'normal', queryTimeoutMs: 60_000 })
      return { store, isSeeded: true, remove: () => rmSync(folder, { recursive: true }) }
    },
  },
  { name: 'postgres', open: () => openSeeded(makeSeeded) },
]
const storeKinds = allKinds.filter(({ name }) => isChosen(name))

const silent = { warn: () => undefined, error: () => undefined }

async function makeSeeded(store: Store): Promise<void> {
  const clock = createTestClock()
  const tracker = await createTracker({
    store,
    testing: { clock: clock.now, random: createTestRandom() },
    logger: silent,
  })
  await seedWorld(store, clock.now())
  await tracker.close()
}

/** A memory store's snapshot with a tracker on the test world. */
let seededSnapshot: Promise<MemorySnapshot> | undefined

async function makeSeededSnapshot(): Promise<MemorySnapshot> {
  const store = memoryStore()
  await makeSeeded({ ...store, close: () => undefined })
  return store.snapshot()
}

/** The bytes of a file with the tracker with the world in it. Every test gets a copy: to make one takes longer than many a test. */
let seededFile: Promise<Buffer> | undefined

async function makeSeededFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  const file = join(folder, 'test.db')
  await makeSeeded(sqliteStore(file, { ...driver, durability: 'normal' }))
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}

/** A tracker with the world in it on a store of the test's own. See world.ts for who and what is in it. */
export async function openWorld(kind: StoreKind, options: Partial<TrackerOptions> = {}) {
  const { store, isSeeded = false, remove } = await kind.open()
  const clock = createTestClock()
  const tracker = await createTracker({
    store,
    logger: silent,
    ...options,
    testing: { clock: clock.now, random: createTestRandom(), checkAnswers: true, ...options.testing },
  })
  if (!isSeeded) await seedWorld(store, clock.now())
  return {
    tracker,
    store,
    clock,
    /** The operations as a person of the world, by the part of the login before the @. */
    as: (name: string | null) => tracker.as(name === null ? null : { login: `${name}@example.com` }),
    async close() {
      await tracker.close()
      remove()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** Opens a tracker with the world in it, closed after the test. */
type OpenWorld = (options?: Partial<TrackerOptions>) => Promise<World>

/** Runs the tests of `body` on every store: for whatever depends on what stores do. */
export function onEveryStore(title: string, body: (open: OpenWorld) => void): void {
  for (const kind of storeKinds) onStore(kind, title, body)
}

/** Runs the tests of `body` on one store, another each day, or on all with `TRACKERKIT_TEST_EVERY=1`: for rules of the tracker. */
export function onAnyStore(title: string, body: (open: OpenWorld) => void): void {
  const names = storesForToday(title)
  for (const kind of storeKinds.filter(({ name }) => names.includes(name))) onStore(kind, title, body)
}

function onStore(kind: StoreKind, title: string, body: (open: OpenWorld) => void): void {
  describe(`${title} (${kind.name})`, () => {
    const opened: World[] = []
    afterEach(async () => {
      for (const world of opened.splice(0)) await world.close()
    })
    body(async (options) => {
      const world = await openWorld(kind, options)
      opened.push(world)
      return world
    })
  })
}
