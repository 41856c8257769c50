// One of the processes that serve: what the primary tells it, and what it answers.
import cluster from 'node:cluster'
import type { Tracker } from '@trackerkit/core'
import type { ServeOptions } from '@trackerkit/http-node'
import { defaultFailures } from '@trackerkit/rest'
import { CommandError } from '../../terminal/command.js'
import { messageOf } from '../../terminal/explain.js'
import { runServer, signalled } from '../run-server.js'
import type { ChosenLimits, Rates } from '../server-settings.js'
import type { FromWorker, ToWorker } from './messages.js'
import { reportHealth } from './watching.js'

interface WorkerOptions extends Omit<ServeOptions, 'tracker' | 'port'> {
  readonly workers: number
  readonly limits: ChosenLimits
  readonly open: (role: { readonly delivers: boolean }) => Promise<Tracker>
}

/** Serves until the primary, SIGTERM or SIGINT says that it is enough. Why it cannot is told by the primary. */
export async function runWorker({ workers, limits, open, ...options }: WorkerOptions): Promise<void> {
  const [started, opened, stopped] = [received('start'), received('open'), received('stop')]
  const ended = Promise.race([stopped, signalled()])
  const early = ended.then(() => Promise.reject(new CommandError('it was stopped before it served')))
  // An address that comes to all workers in turn may try no more than one that comes to a single process.
  const attempts = { failures: Math.floor(defaultFailures / workers) }
  const rate = shareOf(limits.rate, workers)
  tell({ kind: 'hears' })
  try {
    const { port, delivers } = await Promise.race([started, early])
    const tracker = async () => {
      await Promise.race([opened, early])
      const tracker = await open({ delivers })
      reportHealth(() => tracker.health())
      return tracker
    }
    await runServer(
      { ...options, port, tracker, limits: { ...limits, attempts, rate } },
      (url) => tell({ kind: 'ready', url }),
      ended,
    )
  } catch (error) {
    tell({ kind: 'failed', message: messageOf(error) })
  }
  cluster.worker?.disconnect()
}

/** What one of so many workers allows in a minute; 0 is any amount. */
export function shareOf({ perMinute, anonymousPerMinute }: Rates, workers: number): Rates {
  const partOf = (rate: number) => (rate === 0 ? 0 : Math.max(1, Math.floor(rate / workers)))
  return { perMinute: partOf(perMinute), anonymousPerMinute: partOf(anonymousPerMinute) }
}

function tell(message: FromWorker): void {
  process.send?.(message)
}

/** The first message of that kind. */
function received<K extends ToWorker['kind']>(kind: K): Promise<Extract<ToWorker, { kind: K }>> {
  return new Promise((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === kind) resolve(message as Extract<ToWorker, { kind: K }>)
    })
  })
}
