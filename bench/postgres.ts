// The same tracker on SQLite and on PostgreSQL, and how often PostgreSQL has to be waited for.
import { copyStore } from '@trackerkit/core/moving'
import { createTracker, type Operations, type Tracker } from '@trackerkit/core'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { countRoundTrips, startServer, type RoundTrips } from '@trackerkit/test-postgres'
import type { Corpus } from './corpus.js'
import { compare } from './measure.js'
import { report } from './report.js'

type Work = (as: Operations, n: number) => Promise<unknown>

const newBug = { product: 'Product', component: 'Component 1', version: '1.0', description: 'It happens every time.' }

const works: Readonly<Record<string, Work>> = {
  'bugs.get, one bug': (as, n) => as.bugs.get({ ids: [n] }),
  'bugs.get, a hundred bugs': (as, n) => as.bugs.get({ ids: Array.from({ length: 100 }, (_, i) => n + i) }),
  'bugs.search, a page of 100, all fields': (as, n) =>
    as.bugs.search({ component: [`Component ${n % 10}`], limit: 100 }),
  'bugs.search, a word in summaries': (as) =>
    as.bugs.search({ summary: ['parser wrong'], limit: 20, include_fields: ['id', 'summary'] }),
  'comments.get, one bug': (as, n) => as.comments.get({ ids: [n] }),
  'bugs.create': (as, n) => as.bugs.create({ ...newBug, summary: `It stops ${n}` }),
  'bugs.update with a comment': (as, n) =>
    as.bugs.update({ ids: [n], whiteboard: `seen ${n} ${Math.random()}`, comment: { body: 'I saw it too.' } }),
  'comments.create': (as, n) => as.comments.create({ id: n, comment: 'So did I.' }),
}

export async function measurePostgres({ file, size }: Corpus): Promise<void> {
  const server = await startServer({ isDurable: true })
  const trips = await countRoundTrips(server.url)
  const source = sqliteStore(file)
  const target = postgresStore(server.url)
  await copyStore(source, target)
  // A server does this a minute after many rows were added.
  await server.run('ANALYZE')
  await source.close()
  await target.close()
  const on = async (url: string) => createTracker({ store: postgresStore(url) })
  const trackers = {
    sqlite: await createTracker({ store: sqliteStore(file) }),
    postgres: await on(server.url),
    counted: await on(trips.url),
  }
  console.log(
    `\n${size.toLocaleString('en')} bugs on SQLite, and on PostgreSQL on this machine; both wait for the disk`,
  )
  for (const [what, work] of Object.entries(works)) {
    const times = await timesOf(work, trackers, size)
    const note = `${await tripsOf(work, trackers.counted, size, trips)} round trips`
    report({ what: `${what}, PostgreSQL : SQLite`, ...times, unit: 'µs', note })
  }
  console.log('Round trips include the COMMIT, for which only writes wait; BEGIN travels with the first question.')
  for (const tracker of Object.values(trackers)) await tracker.close()
  await trips.close()
  await server.remove()
}

function somebody(tracker: Tracker): Operations {
  return tracker.as({ login: 'user7@example.com' })
}

async function timesOf(work: Work, trackers: { sqlite: Tracker; postgres: Tracker }, size: number) {
  let n = 0
  const next = () => (n = (n + 7919) % (size - 200)) + 1
  return compare(
    {
      ours: () => work(somebody(trackers.postgres), next()),
      base: () => work(somebody(trackers.sqlite), next()),
    },
    { rounds: 7, calls: 40 },
  )
}

/** Once everything that is remembered between calls is there. */
async function tripsOf(work: Work, tracker: Tracker, size: number, trips: RoundTrips): Promise<number> {
  for (let n = 1; n <= 3; n++) await work(somebody(tracker), n)
  return trips.count(() => work(somebody(tracker), Math.floor(size / 2)))
}
