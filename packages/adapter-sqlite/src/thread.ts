import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StoreError } from '@trackerkit/core/store'
import { storeError } from './errors.js'
import { patience } from './query-timeout.js'
import type { Answer, DriverError, Message, ThreadSettings } from './scan-messages.js'

/** A thread with its own connection, for one scan at a time. */
export interface Thread {
  /** The rows of a query. The first one of a scan begins its snapshot. */
  readonly ask: (sql: string, parameters: readonly unknown[]) => Promise<unknown[][]>
  /** The rows of a statement that is run outside of any snapshot. */
  readonly run: (sql: string) => Promise<unknown[][]>
  /** Ends the question that it is at, and those that follow, by an error. */
  readonly stop: () => void
  /** Ends the scan. Resolves when the thread is ready for another one. */
  readonly end: () => Promise<void>
  /** Ends the thread after its pending responses. */
  readonly close: () => Promise<void>
  /** Ends the thread now. Pending requests fail. */
  readonly kill: () => Promise<void>
  /** True if the thread has ended, for any reason. */
  readonly isDead: () => boolean
}

export type StartThread = (settings: Pick<ThreadSettings, 'file' | 'busyTimeout' | 'driver' | 'writes'>) => Thread

/** This file, or the bundle that it is in. In bundles of CommonJS, `import.meta` is empty. */
const place = import.meta.url ?? pathToFileURL(__filename).href

/** Not of `import.meta.url` itself: bundlers would replace the expression by the URL of a copy that no thread can run. */
const codeBeside = (file: string) => new URL('./scan-thread.js', file)

/** Returns true if the code of threads is beside a file. Bundles do not contain it. */
export function hasThreads(file = place): boolean {
  return existsSync(codeBeside(file))
}

interface Waiting {
  readonly resolve: (rows: unknown[][]) => void
  readonly reject: (error: unknown) => void
}

/** Starts a thread, which does not keep the process alive while nothing is asked of it. */
export const startThread: StartThread = (settings) => {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: ThreadSettings = { ...settings, heartbeat: patience, stop }
  // Loaders and the like are for the code of the program.
  const worker = new Worker(codeBeside(place), { workerData, execArgv: [] })
  const waiting: Waiting[] = []
  let fault: unknown
  worker.unref()
  worker.on('message', (answer: Answer) => {
    const first = waiting.shift()
    if (waiting.length === 0) worker.unref()
    if ('error' in answer) first?.reject(meaningOf(answer.error))
    else first?.resolve(answer.rows)
  })
  worker.on('error', (error) => die(storeError(error)))
  const ended = new Promise<void>((resolve) =>
    worker.once('exit', () => {
      die(new StoreError('unavailable', 'the reading thread exited'))
      resolve()
    }),
  )

  function die(error: unknown): void {
    fault ??= error
    for (const { reject } of waiting.splice(0)) reject(fault)
  }

  function send(message: Message): Promise<unknown[][]> {
    return new Promise((resolve, reject) => {
      if (fault !== undefined) return reject(fault)
      waiting.push({ resolve, reject })
      worker.ref()
      worker.postMessage(message)
    })
  }

  return {
    ask: (sql, parameters) => send({ sql, parameters }),
    run: (sql) => send({ run: sql }),
    stop: () => void Atomics.store(stop, 0, 1),
    async end() {
      await send('end')
      Atomics.store(stop, 0, 0)
    },
    async close() {
      worker.ref()
      worker.postMessage('close' satisfies Message)
      await ended
    },
    async kill() {
      die(new StoreError('unavailable', 'the reading thread was stopped'))
      await worker.terminate()
    },
    isDead: () => fault !== undefined,
  }
}

/** The meaning of a driver error, as if it had been thrown here. */
function meaningOf({ message, ...codes }: DriverError): unknown {
  return storeError(Object.assign(new Error(message), codes))
}
