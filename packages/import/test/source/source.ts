// The source: a tracker with all kinds of data, whose users make changes on request.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, isTrackerError, type Tracker } from '@trackerkit/core'
import { openImporter } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { below, chance, createRandom } from '../../../../corpus/random.js'
import { createWriter } from '../../../../corpus/texts.js'
import { change, file, type Deed, type Life } from './events.js'
import { administrator, configure, retire } from './setting.js'

export interface SourceOptions {
  /** The number of bugs to file before the first read. */
  readonly bugs: number
  /** The same seed makes the same tracker. */
  readonly seed: number
  /** Default: in memory. */
  readonly store?: Store
}

export interface Source {
  readonly tracker: Tracker
  /** How often people were refused what they wanted. */
  readonly refused: { readonly count: number }
  /** How many things have been done. */
  readonly done: { readonly count: number }
  /** Makes this many changes. */
  goOn(deeds: number): Promise<void>
  close(): Promise<void>
}

const start = Date.UTC(2014, 1, 3, 8)
/** For each bug that is filed. */
const deedsPerBug = 8

/** Opens an empty store, and fills it. */
export async function openSource({ bugs, seed, store = memoryStore() }: SourceOptions): Promise<Source> {
  const random = createRandom(seed)
  let now = start
  const silent = { warn: () => undefined, error: () => undefined }
  const { login, password } = administrator
  const tracker = await createTracker({
    store,
    administrator: { login, password },
    testing: { clock: () => new Date(now) },
    logger: silent,
  })
  const system = tracker.asSystem(login)
  const people = await configure(system, random, 12 + Math.min(300, Math.ceil(bugs / 20)))
  await system.parameters.update({
    parameters: { urlbase: 'https://bugs.example/', maxattachmentsize: '4000', allow_attachment_deletion: '1' },
  })
  const life: Life = { random, writer: createWriter(random), people, highest: { bug: 0, attachment: 0 } }
  const [refused, done] = [{ count: 0 }, { count: 0 }]
  const act = async ({ by, run }: Deed) => {
    // Often several things happen within a second; times have fractions now and then.
    if (!chance(random, 0.3)) now += 1000 * (1 + below(random, 7200)) + (chance(random, 0.1) ? below(random, 999) : 0)
    done.count++
    await run(tracker.as({ login: by })).catch((error: unknown) => {
      if (!isTrackerError(error)) throw error
      refused.count++
    })
  }
  const step = () => act(life.highest.bug === 0 || chance(random, 1 / (deedsPerBug + 1)) ? file(life) : change(life))
  for (let half = 1; half <= 2; half++) {
    while (life.highest.bug < (half * bugs) / 2) await step()
    if (half === 1) await retire(system)
  }
  await leaveGaps(store, life)
  if (life.highest.attachment > 0)
    await system.attachments.erase({ ids: [life.highest.attachment], reason: 'Was secret' })
  return {
    tracker,
    refused,
    done,
    async goOn(deeds) {
      for (let count = 0; count < deeds; count++) await step()
    },
    close: () => tracker.close(),
  }
}

/** Leaves gaps in the IDs of bugs by importing one with a higher ID. */
async function leaveGaps(store: Store, { highest }: Life): Promise<void> {
  const importer = await openImporter(store, { source: 'elsewhere' })
  const time = new Date(start)
  const values = {
    status: 'CONFIRMED',
    priority: '---',
    severity: 'normal',
    platform: 'All',
    op_sys: 'All',
    version: '1',
  }
  const people = { creator: administrator.login, assigned_to: administrator.login }
  const place = { product: 'Vault', component: 'Safe', target_milestone: '---', groups: ['core-team'] }
  const about = { summary: 'From elsewhere', is_confirmed: true, creation_time: time, last_change_time: time }
  const id = highest.bug + 7
  await importer.put([{ kind: 'bug', id, ...about, ...place, ...people, ...values }])
  await importer.close()
  highest.bug = id
}
