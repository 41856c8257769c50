// Compares a moved tracker with its source.
import { createTracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import { createAsker, type AskOptions, type Asker } from '../../src/bugzilla/ask.js'
import { verify, type Verification } from '../../src/verify/verify.js'
import type { Habits } from '../source/habits.js'
import { serveSource, type ServedSource } from '../source/serve.js'
import { administrator } from '../source/setting.js'

/** Asks without waiting: what goes wrong is over at once. */
function askAtOnce({ url }: ServedSource, habits: Habits, options: Partial<AskOptions> = {}): Asker {
  const asker = createAsker({ url, apiKey: administrator.key, rate: 1e9, pause: () => Promise.resolve(), ...options })
  if (habits.ignoresHeaders) asker.sendKeyIn('query')
  return asker
}

/** Compares the source with a store over HTTP, both as seen by their administrators. The store stays open. */
export async function compareWith(
  source: ServedSource,
  habits: Habits,
  store: Store,
  sample: number,
): Promise<Verification> {
  const tracker = await createTracker({ store: { ...store, close: () => undefined } })
  const system = tracker.asSystem(administrator.login)
  const { api_keys } = await system.apiKeys.get({ user: administrator.login })
  if (api_keys.length === 0) await system.apiKeys.create({ key: administrator.key, description: 'Comparing' })
  const here = await serveSource({ tracker })
  try {
    return await verify({ source: askAtOnce(source, habits), target: askAtOnce(here, {}), sample })
  } finally {
    await here.close()
    await tracker.close()
  }
}
