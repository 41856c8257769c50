// `npm run bench -- scale [FEW MANY]`: what grows with the tracker. CPU time of the process, its threads included, so that what else
// happens on the machine counts for little.
import { constants, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { cpuTime } from '../measure.js'
import { report } from '../report.js'
import { keptCorpus, seed } from './files.js'
import { countsOf, readsOf, writesOf, type Work } from './works.js'

/** In no group but the one whose members may change every bug. */
const login = 'user7@example.com'

/** Milliseconds: no question is ended, so that those that take too long are measured as well. */
const queryTimeoutMs = 600_000

/** The least milliseconds that calls are measured for at a time. */
const least = 30
const rounds = 5
/** Work that takes this many milliseconds is measured once. */
const slow = 3000

interface Cost {
  /** Milliseconds of CPU time for one call. */
  readonly cpu: number
  readonly found: string
}

/**
 * Prints a line for each search and write, with the ratio of the larger tracker to the smaller. Works on copies: the next run
 * finds the files as they were made.
 */
export async function measureScale(sizes: readonly [few: number, many: number], folder: string): Promise<void> {
  const files: string[] = []
  const kilobytes: number[] = []
  for (const size of sizes) {
    const file = join(folder, `${files.length}.db`)
    copyFileSync(await keptCorpus(size), file, constants.COPYFILE_FICLONE)
    files.push(file)
    kilobytes.push(statSync(file).size / 1000 / size)
  }
  const between = `${shown(sizes[1])} : ${shown(sizes[0])} bugs`
  console.log(`\nCPU time at ${sizes.map(shown).join(', ')} bugs (seed ${seed}), Node ${process.version}`)
  const [base, ours] = kilobytes
  report({ what: `${between}: size of the file for a bug with three comments`, ours, base, unit: 'kB' })
  const trackers = await Promise.all(files.map(open))
  for (const tracker of trackers) await warmUp(tracker)
  const works = trackers.map((tracker, index) => worksOf(tracker, files[index] as string))
  for (const what of Object.keys(works[0] ?? {})) {
    const [few, many] = await costsOf(works.map((ofFile) => ofFile[what] as Work))
    const cpu = { ours: many?.cpu, base: few?.cpu, unit: 'ms' }
    report({ what: `${between}: ${what}`, ...cpu, aim: { atMost: 3 }, note: many?.found })
  }
  for (const tracker of trackers) await tracker.close()
}

function open(file: string): Promise<Tracker> {
  return createTracker({ store: sqliteStore(file, { queryTimeoutMs }), timeoutSeconds: 600 })
}

/** Until the compiler has seen what every search goes through, on the threads of the store as well. */
async function warmUp(tracker: Tracker): Promise<void> {
  for (let call = 0; call < 300; call++) await tracker.as({ login }).bugs.search({ limit: 100 })
}

function worksOf(tracker: Tracker, file: string): Readonly<Record<string, Work>> {
  const as = tracker.as({ login })
  const ids = publicBugs(file)
  return {
    ...readsOf(as, ids),
    ...countsOf(tracker),
    ...writesOf(as, ids),
    'start-up and a first bug': () => startUp(file, ids[0] ?? 1),
  }
}

async function startUp(file: string, id: number): Promise<object> {
  const tracker = await open(file)
  const found = await tracker.as({ login }).bugs.get({ ids: [id] })
  await tracker.close()
  return found
}

/** For each work the least of several rounds, each of as many calls as take some time. The works take turns within a round. */
async function costsOf(works: readonly Work[]): Promise<Cost[]> {
  const runs = []
  for (const work of works) runs.push(await prepare(work))
  for (let round = 0; round < rounds; round++)
    for (const run of runs)
      if (round === 0 || run.cpu < slow) run.cpu = Math.min(run.cpu, await timed(run.work, run.calls))
  return runs.map(({ cpu, found }) => ({ cpu, found: foundIn(found) }))
}

/** Calls it until it is warm, and finds out how many calls take long enough. */
async function prepare(work: Work) {
  const found = await work()
  let calls = 1
  let cpu = await timed(work, calls)
  while (cpu * calls < least) {
    calls = Math.ceil(calls * Math.min(20, (1.2 * least) / (cpu * calls)))
    cpu = await timed(work, calls)
  }
  return { work, found, calls, cpu }
}

async function timed(work: Work, calls: number): Promise<number> {
  const start = cpuTime()
  for (let call = 0; call < calls; call++) await work()
  return (cpuTime() - start) / 1000 / calls
}

function foundIn(answer: Awaited<ReturnType<Work>>): string {
  if ('bug_count' in answer) return `counted ${answer.bug_count?.toLocaleString('en')}`
  return 'bugs' in answer && Array.isArray(answer.bugs) ? `found ${answer.bugs.length}` : 'done'
}

/** Some bugs in no group, from all over the file. */
function publicBugs(file: string): number[] {
  const db = new Database(file, { readonly: true })
  const step = 'max(1, (select max(id) from bugs) / 500)'
  const sql = `select id from bugs where group_count = 0 and id % ${step} = 0 order by id % 7, id limit 500`
  const ids = db.prepare(sql).pluck().all() as number[]
  db.close()
  return ids
}

function shown(size: number): string {
  return size.toLocaleString('en')
}
