import { isStoreError, typed, type Awaitable, type Store } from '../store/index.js'
import { within } from './expect.js'
import { world, worldMigrations, type World } from './world.js'

/** A fresh, empty store, and optional tools for its data. */
export interface Fixture {
  /** Open, and not yet migrated. The suite closes it. */
  readonly store: Store
  /**
   * Opens the same data again after the store has been closed. Leave it out only when data cannot outlive the store.
   * The suite closes what it opens.
   */
  reopen?(): Awaitable<Store>
  /** Opens one more store on the same data while the first is open, as another process would. The suite closes it. */
  another?(): Awaitable<Store>
  /**
   * Opens a connection to the same data, as a host with its own tables beside the store's would. For stores with
   * `join`.
   */
  host?(): Awaitable<Host>
  /** Makes the next commit of `store` fail, as a full disk or a lost connection would. */
  failNextCommit?(): Awaitable<void>
  /** Removes the data. Called last, also after a failed test. */
  cleanup?(): Awaitable<void>
}

/** A connection of a host, whose transactions the store can join. */
export interface Host {
  /** The argument of `join`. */
  readonly connection: unknown
  /** Begins a transaction such as the store joins. */
  begin(): Awaitable<unknown>
  commit(): Awaitable<unknown>
  rollBack(): Awaitable<unknown>
  close(): Awaitable<void>
}

/** Options of the suite: registration of tests, and the store to test. */
export interface ConformanceOptions {
  /** Registers one test: `it` of vitest, `test` of node:test, or any function like them. */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Makes a fresh store for each test. */
  readonly factory: () => Awaitable<Fixture>
  /** Where the random part starts (default 1). A failure prints it. */
  readonly seed?: number
  /** How many rounds of 2,000 random queries, and half as many of 60 random transactions (default 10). */
  readonly rounds?: number
}

type Closable = Pick<Store, 'close'>

/** The input of a test: a fresh store with the suite's schema. */
export interface Scene {
  readonly store: Store<World>
  readonly fixture: Fixture
  /** Closes this store too at the end of the test. */
  readonly closing: <C extends Closable>(store: C) => C
}

export interface Suite {
  readonly seed: number
  readonly rounds: number
  /** Registers a test on a fresh store that has the suite's schema. */
  readonly check: (name: string, run: (scene: Scene) => Promise<void>) => void
  /** Registers a test on a fresh store without any schema. */
  readonly checkBare: (name: string, run: (scene: Scene) => Promise<void>) => void
}

/** How long a store may take to close, and how long one that has failed its test already. Milliseconds. */
const patience = { good: 5_000, failed: 200 }

export function createSuite({ test, factory, seed = 1, rounds = 10 }: ConformanceOptions): Suite {
  if (!Number.isInteger(rounds) || rounds < 1) throw new TypeError(`rounds must be 1 or more, and is ${rounds}`)
  async function play(run: (scene: Scene) => Promise<void>, migrated: boolean): Promise<void> {
    const fixture = await factory()
    const open: Closable[] = []
    const closing = <C extends Closable>(store: C): C => {
      open.push(store)
      return store
    }
    try {
      const store = closing(typed<World>(fixture.store))
      if (migrated) await store.migrate(world, worldMigrations)
      await run({ store, fixture, closing })
      for (const opened of open) await within(patience.good, opened.close())
    } finally {
      // Closing twice is allowed, and after a failure closing may fail as well: the failure is the better message.
      for (const opened of open) await within(patience.failed, opened.close()).catch(() => undefined)
      await fixture.cleanup?.()
    }
  }
  return {
    seed,
    rounds,
    check: (name, run) => void test(name, () => play(run, true)),
    checkBare: (name, run) => void test(name, () => play(run, false)),
  }
}

/** Runs `task` again while the store answers `retry`, as callers of a store do. */
export async function retrying<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await task()
    } catch (error) {
      if (!isStoreError(error, 'retry') || attempt === 1_000) throw error
      await pause(attempt % 10)
    }
  }
}

/** Lets everything else that is ready run first. */
export function pause(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** A promise and the function that resolves it. */
export function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}
