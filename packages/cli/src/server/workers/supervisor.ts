// Keeps a number of workers running, of any kind.
import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../../terminal/command.js'

/** A serving process, as the supervisor sees it. */
export interface Worker {
  readonly pid: number | undefined
  /** Resolves with the address once it answers requests. @throws CommandError when it cannot, or ends before that */
  readonly ready: Promise<string>
  /** Resolves with how it has ended, in words. */
  readonly ended: Promise<string>
  /** Lets it finish pending requests, and end. */
  readonly stop: () => void
}

interface SupervisorOptions {
  readonly count: number
  /** One worker at a time delivers email and webhooks. */
  readonly start: (role: { readonly delivers: boolean }) => Worker
  readonly log: (message: string) => void
  /** Resolves after this many milliseconds, or when the signal aborts. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

export interface Supervisor {
  /** Resolves with the address once all workers answer requests. @throws CommandError when one of them cannot be started */
  start(): Promise<string>
  /** Rejects when no worker is left and none can be started any more. */
  readonly lost: Promise<never>
  /** Lets all workers end, and resolves when they have. */
  stop(): Promise<void>
}

/** A worker that ran this many milliseconds ended for a new reason. */
const steadyAfter = 60_000

/** Consecutive early exits before the supervisor gives up, unless another worker responds. */
const maxFailures = 5

/** Milliseconds before the next is started: none at first, then 1 s, 2 s, 4 s … 30 s. */
const pauseAfter = (failures: number) => (failures === 1 ? 0 : Math.min(30_000, 1000 * 2 ** (failures - 2)))

export function createSupervisor({
  count,
  start,
  log,
  pause = pauseOnClock,
  now = () => performance.now(),
}: SupervisorOptions): Supervisor {
  const crew = createCrew(start)
  const stopping = new AbortController()
  let lose: (error: unknown) => void
  const lost = new Promise<never>((_, reject) => (lose = reject))
  // There is no listener yet if the first workers cannot be started.
  lost.catch(() => undefined)

  /** The first worker of a slot must start. */
  async function fill(place: number): Promise<string> {
    const since = now()
    const worker = crew.begin({ delivers: place === 0 })
    const url = await worker.ready
    keep(place, worker, since).catch(lose)
    return url
  }

  async function keep(place: number, first: Worker, started: number): Promise<void> {
    let [worker, since, failures] = [first, started, 0]
    for (;;) {
      const how = await worker.ended
      if (stopping.signal.aborted) return
      failures = now() - since > steadyAfter ? 1 : failures + 1
      if (failures > maxFailures && crew.serving.size === 0) throw new CommandError(`cannot start workers: ${how}`)
      log(`worker ${worker.pid} exited (${how}); restarting`)
      await pause(pauseAfter(failures), stopping.signal)
      if (stopping.signal.aborted) return
      since = now()
      worker = crew.begin({ delivers: place === 0 })
    }
  }

  return {
    lost,
    async start() {
      // The worker that sends email comes first: it must register before any change that needs a
      // notification.
      const url = await fill(0)
      await Promise.all(Array.from({ length: count - 1 }, (_, n) => fill(n + 1)))
      return url
    },
    async stop() {
      stopping.abort()
      const left = [...crew.living]
      for (const worker of left) worker.stop()
      await Promise.all(left.map((worker) => worker.ended))
    },
  }
}

/** The workers that have not ended, and those of them that answer requests. */
function createCrew(start: SupervisorOptions['start']) {
  const living = new Set<Worker>()
  const serving = new Set<Worker>()
  return {
    living,
    serving,
    begin(role: { readonly delivers: boolean }): Worker {
      const worker = start(role)
      living.add(worker)
      worker.ready.then(
        () => serving.add(worker),
        () => undefined,
      )
      void worker.ended.then(() => {
        living.delete(worker)
        serving.delete(worker)
      })
      return worker
    },
  }
}

async function pauseOnClock(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined)
}
