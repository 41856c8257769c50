// Transactions of background work, such as the delivery of email and webhooks.
import type { Catalogue } from '../setup/catalogue.js'
import type { ReadSetup } from '../setup/read-setup.js'
import type { Environment } from '../kernel/environment.js'
import { retrying } from './retry.js'
import { instrument } from './instrument.js'
import { createBackgroundBudget } from './time-budget.js'
import type { Reader, Row, TrackerSchema, Writer } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { Store, WriteOptions } from '../store/index.js'

export interface BackgroundContext {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
  readonly readSetup: ReadSetup
}

/** Reads one snapshot, with the configuration as of it. */
export function readInBackground<T>(
  { store, environment, readSetup }: BackgroundContext,
  work: (tx: Reader, catalogue: Catalogue, installation: Row<'installation'>) => Promise<T>,
): Promise<T> {
  const read = async (bare: Reader) => {
    const tx = instrument(bare, { budget: createBackgroundBudget(environment) })
    const { catalogue, installation } = await readSetup(tx)
    return work(tx, catalogue, installation)
  }
  return retrying(environment, async () => store.read(read, { ours: true }))
}

export function writeInBackground<T>(
  { store, environment }: Pick<BackgroundContext, 'store' | 'environment'>,
  work: (tx: Writer, now: Date, installation: Row<'installation'> | undefined) => Promise<T>,
  options?: Pick<WriteOptions, 'mayBeLost'>,
): Promise<T> {
  const write = (bare: Writer, installation: Row<'installation'> | undefined) =>
    work(instrument(bare, { budget: createBackgroundBudget(environment) }), environment.clock(), installation)
  return retrying(environment, () => writeToKnownSchema(store, write, options))
}
