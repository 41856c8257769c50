// Health checks for load balancers and monitoring.
import { setTimeout as wait } from 'node:timers/promises'
import { trackerErrorOf } from '../call/store-errors.js'
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import { requireKnownSchema, writeToKnownSchema } from '../schema/known-migrations.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import { refuseInsideTransaction } from './own-work.js'

/** A failed health check. */
export interface HealthProblem {
  /** The check that failed: reading and writing the store, its schema, free space, or the mailbox of incoming email. */
  readonly check: 'store_read' | 'store_write' | 'schema' | 'disk' | 'mailbox'
  /** For operators. It contains nothing of the content. */
  readonly message: string
}

/** The result of a health check. */
export interface Health {
  /** True when it can serve requests. A `mailbox` problem does not prevent that. */
  readonly isReady: boolean
  /** The failed checks, each once. */
  readonly problems: readonly HealthProblem[]
}

/** Milliseconds for which results of reading and of writing are reused. */
const [readingAgain, writingAgain] = [1000, 10_000]

/** Milliseconds after which a store that does not answer is in trouble. */
const patience = 5000

/** Bytes that are to be free where the store keeps its files. */
const leastRoom = 32 * 1024 * 1024

type Look = () => Promise<readonly HealthProblem[]>

/** Makes the function that looks after the store: however often it is asked, it reads at most once a second and writes every ten. */
export function createHealth(store: Store<TrackerSchema>, environment: Environment): () => Promise<Health> {
  const read = remembered(readingAgain, environment, async () => [
    ...(await tried('store_read', () => retrying(environment, () => store.read(requireKnownSchema)))),
    ...(await roomOf(store)),
  ])
  const write = remembered(writingAgain, environment, () =>
    tried('store_write', () => retrying(environment, () => rewrite(store))),
  )
  return async () => {
    // The check would fail although nothing is wrong, and others would get the same result.
    await refuseInsideTransaction(store, environment)
    const found = await read()
    // After a failed read or schema check, nothing is written.
    const problems = found.some(({ check }) => check !== 'disk') ? found : [...found, ...(await write())]
    return { isReady: problems.length === 0, problems }
  }
}

/** Rewrites existing data. */
async function rewrite(store: Store<TrackerSchema>): Promise<void> {
  await writeToKnownSchema(store, async (tx) => {
    const [row] = await tx.select({ from: 'installation', columns: ['creation_time'] })
    if (row) await tx.update('installation', { col: 'id', eq: 1 }, row)
  })
}

async function tried(
  check: 'store_read' | 'store_write',
  work: () => Promise<unknown>,
): Promise<readonly HealthProblem[]> {
  const late = new AbortController()
  const overdue = wait(patience, undefined, { signal: late.signal, ref: false }).then(() => [
    { check, message: `The store has not answered within ${patience / 1000} seconds.` },
  ])
  const done = work().then(
    () => [],
    (error: unknown) => {
      const meaning = trackerErrorOf(error)
      return [
        { check: isTrackerError(meaning, 'schema_newer') ? ('schema' as const) : check, message: meaning.message },
      ]
    },
  )
  try {
    return await Promise.race([done, overdue])
  } finally {
    overdue.catch(() => undefined)
    late.abort()
  }
}

async function roomOf(store: Store<TrackerSchema>): Promise<readonly HealthProblem[]> {
  const free = await store.room?.().catch(() => undefined)
  if (free === undefined || free >= leastRoom) return []
  const megabytes = Math.floor(free / 1024 / 1024)
  return [{ check: 'disk', message: `Only ${megabytes} MB are free where the store keeps its files.` }]
}

/** Caches a check for some milliseconds and never runs it twice at once. */
function remembered(milliseconds: number, { stopwatch }: Environment, look: Look): Look {
  let last: ReturnType<Look> | undefined
  let due = -Infinity
  return () => {
    if (last && stopwatch() < due) return last
    // Not until the outcome is known.
    due = Infinity
    last = look().finally(() => (due = stopwatch() + milliseconds))
    return last
  }
}
