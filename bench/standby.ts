// Searches per second on PostgreSQL with and without a standby to read from, and what they cost the server that takes writes.
import { copyStore } from '@trackerkit/core/moving'
import { createTracker, type Tracker } from '@trackerkit/core'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { cpuOf, startPair, type PostgresServer } from '@trackerkit/test-postgres'
import type { Corpus } from './corpus.js'
import { median } from './measure.js'
import { report, tell } from './report.js'

const atOnce = 8
const [rounds, milliseconds] = [7, 2000]

/** The servers are on one machine here: what a second machine would add does not show in the searches per second. */
export async function measureStandby({ file, size }: Corpus): Promise<void> {
  const pair = await startPair({ isDurable: true, isSynchronous: false })
  const source = sqliteStore(file)
  const target = postgresStore(pair.primary.url)
  await copyStore(source, target)
  await pair.primary.run('ANALYZE')
  await source.close()
  await target.close()
  const servers: string[] = []
  const open = (replica?: string) =>
    createTracker({
      store: postgresStore(pair.primary.url, replica === undefined ? {} : { replica }),
      observer: { transaction: ({ server }) => server && servers.push(server) },
    })
  const trackers = { alone: await open(), beside: await open(pair.standby.url) }
  console.log(`\n${size.toLocaleString('en')} bugs, ${atOnce} searches at once, both servers on this machine`)
  const spent: Record<keyof typeof trackers, Spent[]> = { alone: [], beside: [] }
  for (let round = -1; round < rounds; round++)
    for (const name of ['alone', 'beside'] as const) {
      const one = await spend(trackers[name], pair.primary)
      if (round >= 0) spent[name].push(one)
    }
  const middle = (name: keyof typeof trackers, what: keyof Spent) => median(spent[name].map((one) => one[what]))
  const ratioOf = (what: keyof Spent) => middle('beside', what) / middle('alone', what)
  report({
    what: 'searches in a second, with a standby',
    ratio: ratioOf('perSecond'),
    parts: `${middle('beside', 'perSecond').toFixed(0)} against ${middle('alone', 'perSecond').toFixed(0)} without`,
    aim: 'above 0.8 on one machine',
    moreIsBetter: true,
  })
  report({
    what: 'time of the processor of the primary for a search',
    ratio: ratioOf('cpu'),
    parts: `${middle('beside', 'cpu').toFixed(2)} ms against ${middle('alone', 'cpu').toFixed(2)} ms`,
    aim: 'below 0.2',
  })
  const byStandby = servers.filter((server) => server === 'standby').length
  tell('of the searches the standby answered', `${byStandby} of ${servers.length}`)
  for (const tracker of Object.values(trackers)) await tracker.close()
  await pair.remove()
}

interface Spent {
  readonly perSecond: number
  /** Milliseconds of the processor for each search. */
  readonly cpu: number
}

async function spend(tracker: Tracker, primary: PostgresServer): Promise<Spent> {
  const as = tracker.as({ login: 'user7@example.com' })
  const began = performance.now()
  const cpuBefore = await cpuOf(primary)
  let count = 0
  const search = async () => {
    for (; performance.now() - began < milliseconds; count++)
      await as.bugs.search({ summary: ['parser wrong'], limit: 20, include_fields: ['id', 'summary'] })
  }
  await Promise.all(Array.from({ length: atOnce }, search))
  const took = performance.now() - began
  return { perSecond: (count * 1000) / took, cpu: ((await cpuOf(primary)) - cpuBefore) / count }
}
