// A child process that changes bugs at random on request: `writer-process.ts sqlite FILE` or `postgres URL`.
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { Store } from '../../src/store/index.js'
import { createTracker } from '../../src/tracker/tracker.js'
import { makeMove, makeOnce } from './make.js'
import type { FromWriter, ToWriter } from './writers.js'

const [kind, where = ''] = process.argv.slice(2)
const store: Store =
  kind === 'sqlite'
    ? sqliteStore(where, { durability: 'normal', queryTimeoutMs: 60_000 })
    : postgresStore(where, { connections: 3 })
let now = new Date(0)
/** True if it should hang between the next COMMIT and the response, to be killed there. */
let isToHang = false

const tracker = await createTracker({
  store: {
    ...store,
    async write(work) {
      const answer = await store.write(work)
      if (isToHang) await hang()
      return answer
    },
  },
  testing: { clock: () => now },
  timeoutSeconds: 3600,
})

async function hang(): Promise<never> {
  say({ committed: true })
  return new Promise(() => {})
}

function say(what: FromWriter): void {
  process.send?.(what)
}

async function obey(told: ToWriter): Promise<void> {
  now = new Date(told.now)
  if ('key' in told) {
    isToHang = told.hangs
    await makeOnce(tracker, told.key)
    say({})
  } else say(await makeMove(tracker, told))
}

process.on('message', (told: ToWriter) => {
  obey(told).catch((error: unknown) => say({ failed: String(error) }))
})
process.on('disconnect', () => process.exit())
say({ ready: true })
