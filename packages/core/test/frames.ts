import { vi } from 'vitest'
import { memoryStore } from '@trackerkit/adapter-memory'
import type { AnyOperation, RunnableOperation } from '../src/call/define/operation.js'
import type { Reader, Schema, Store } from '../src/store/index.js'

/** A store with one open transaction for all reads. Traces of V8 end at callbacks, with which adapters run their transactions. */
export async function openOnce(): Promise<{ readonly store: Store; readonly begin: () => Promise<void> }> {
  const bare = memoryStore()
  let lent: Reader<Schema> | undefined
  let end: () => void = () => undefined
  let open: Promise<void> = Promise.resolve()
  const store: Store = {
    ...bare,
    read: async (work, options) => (lent ? await work(lent) : await bare.read(work, options)),
    async close() {
      end()
      await open
      await bare.close()
    },
  }
  const begin = () =>
    new Promise<void>((begun) => {
      open = bare.read(async (tx) => {
        lent = tx
        begun()
        await new Promise<void>((resolve) => (end = resolve))
      })
    })
  return { store, begin }
}

/** The frames of the product between `call` and the operation, which fails instead of running. */
export async function framesTo(operation: AnyOperation, call: () => Promise<unknown>): Promise<readonly string[]> {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 200
  const fail = new Error('the operation was not reached')
  const run = vi.spyOn(operation as RunnableOperation, 'run').mockImplementation(async () => {
    Error.captureStackTrace(fail)
    throw fail
  })
  try {
    await call().catch(() => undefined)
  } finally {
    run.mockRestore()
    Error.stackTraceLimit = limit
  }
  const { stack = '' } = fail
  return stack.split('\n').filter((line) => /packages\/[a-z-]+\/src\//.test(line) && !line.includes('.test.ts'))
}
