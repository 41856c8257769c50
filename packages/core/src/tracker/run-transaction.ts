// Runs several operations in one transaction of the store: all of them are kept, or none.
import type { StaleCredential } from '../auth/last-use.js'
import { retrying } from '../call/retry.js'
import { createOwnErrors } from '../call/store-errors.js'
import { followed, writeOptionsOf } from './own-work.js'
import { noteUseLater, notify } from './after-commit.js'
import type { TrackerContext } from './context.js'
import { loadOperations } from './find-operation.js'
import type { WriteOptions } from '../store/index.js'
import { requireWork } from './options.js'
import { defaultTimeout, openSession } from './transaction.js'
import type { Transaction, TransactionOptions, TransactionWork } from './session/transaction-handle.js'

/** Runs work of a program in a transaction, commits, and then notifies others of it. */
export async function runTransaction<T>(
  context: TrackerContext,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  requireWork(work, options, 'transaction')
  const { timeout = defaultTimeout, retries = true } = options
  return runWith(context, (tx) => work(tx), followed, { timeout, retries })
}

/** The same for parts of the tracker, which run operations that are not public as well. */
export function runSession<T>(context: TrackerContext, work: TransactionWork<T>): Promise<T> {
  return runWith(context, work, writeOptionsOf({}, context), { timeout: defaultTimeout, retries: true })
}

async function runWith<T>(
  context: TrackerContext,
  work: TransactionWork<T>,
  options: WriteOptions,
  { timeout, retries }: { readonly timeout: number; readonly retries: boolean },
): Promise<T> {
  const stale: StaleCredential[] = []
  const own = createOwnErrors()
  await loadOperations()
  const once = () =>
    context.store.write(async (tx) => {
      const session = openSession(tx, context, context.beginCall, stale, own)
      return { result: await session.run((tx) => work(tx, session.invoke), timeout), effects: session.effects }
    }, options)
  try {
    const { result, effects } = await retrying(context.environment, once, retries ? {} : { attempts: 1 })
    await notify(context, effects)
    return result
  } catch (error) {
    throw own.meaningOf(error)
  } finally {
    noteUseLater(context, stale)
  }
}
