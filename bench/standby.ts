// Searches per second on PostgreSQL with and without a standby to read from, and what they cost the server that takes writes.
import { copyStore } from '@trackerkit/core/moving'
import { createTracker, type Tracker } from '@trackerkit/core'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { cpuOf, startPair, type PostgresServer } from '@trackerkit/test-postgres'
import type { Corpus } from './corpus.js'
import { median } from './measure.js'
import { report } from './report.js'

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
  const medians = (what: keyof Spent) => {
    const of = (name: keyof typeof trackers) => median(spent[name].map((one) => one[what]))
    return { ours: of('beside'), base: of('alone') }
  }
  report({
    what: 'searches with a standby on the same machine : without',
    ...medians('perSecond'),
    unit: 'a second',
    aim: { atLeast: 0.8 },
  })
  report({
    what: 'CPU time of the primary for a search, with a standby : without',
    ...medians('cpu'),
    unit: 'ms',
    aim: { atMost: 0.2 },
  })
  const byStandby = servers.filter((server) => server === 'standby').length
  console.log(`The standby answered ${byStandby} of ${servers.length} searches.`)
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
