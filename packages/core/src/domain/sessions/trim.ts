// Sessions of actors that ended by time: the audit log gets their end, too.
import { endTokens } from '../../auth/acting.js'
import type { BackgroundContext } from '../../call/background-context.js'
import { retrying } from '../../call/retry.js'
import type { Where } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'

/** Removes sessions of actors whose time is over. A session whose actor has lost the right keeps its row until then. */
export async function trimActing({
  store,
  environment,
}: Pick<BackgroundContext, 'store' | 'environment'>): Promise<void> {
  const now = environment.clock()
  const over: Where<'tokens'> = {
    and: [{ not: { col: 'actor_id', eq: null } }, { col: 'expires', lte: now }],
  }
  // Mostly there are none: no writer waits for a transaction that writes nothing.
  const count = await retrying(environment, () => store.read((tx) => tx.count('tokens', over)))
  if (count > 0) await retrying(environment, () => writeToKnownSchema(store, (tx) => endTokens(tx, over, now)))
}
