// `npm run move [-- BUGS [SEED]]`: moves a tracker with all kinds of data over HTTP, by a command that is killed ten
// times and restarted, and compares the result with the source and with an uninterrupted import. Then the source
// changes while it is read, and the same command catches up. 10,000 bugs by default.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { below, createRandom, type Random } from '../../../../corpus/random.js'
import { numbersOf } from '../../../../scripts/whole-numbers.mjs'
import { allHabits, type Habits } from '../source/habits.js'
import { serveSource } from '../source/serve.js'
import { openSource, type Source } from '../source/source.js'
import { compareWith } from './check.js'
import { digestOf } from './digest.js'
import { startImport, type Ended } from './importing.js'

const [bugs = 10_000, seed = 1] = numbersOf('npm run move [-- BUGS [SEED]]')
const kills = 10
const sample = 300
/** MB. docs/performance.md has what it takes. */
const mostMemory = 300
/** Each request to slow down halves the rate: with more of them, an import would never end. */
const habits: Habits = {
  ...allHabits,
  trouble: { busy: 0.0005, limited: 0.0005, page: 0.003, cut: 0.003, lost: 0.003, slow: 0.01 },
}

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-move-'))
const faults: string[] = []
const random = createRandom(seed)
try {
  await run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const fault of faults) console.log(`  wrong: ${fault}`)
console.log(faults.length === 0 ? 'Nothing is lost.' : `failed: npm run move -- ${bugs} ${seed}`)
process.exitCode = faults.length === 0 ? 0 : 1

async function run(): Promise<void> {
  const began = performance.now()
  const source = await openSource({
    bugs,
    seed,
    store: sqliteStore(join(folder, 'source.db'), { durability: 'normal' }),
  })
  console.log(
    `${bugs} bugs by ${source.done.count} deeds in ${secondsSince(began)} s, seed ${seed}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const [calm, killed] = [join(folder, 'calm.db'), join(folder, 'killed.db')]
  const requests = await moveUndisturbed(source, calm)
  const port = await moveKilled(source, killed, requests)
  await compareDigests(calm, killed)
  await check(source, killed, 'after kills')
  await catchUp(source, killed, port)
  await source.close()
}

/** Returns how many requests it took. */
async function moveUndisturbed(source: Source, db: string): Promise<number> {
  const served = await serveSource(source, { habits, seed })
  const ended = await startImport(served.url, db).ended
  tell('undisturbed', ended, bugs)
  console.log(`  ${JSON.stringify(served.counts)}`)
  faults.push(...served.faults.map(String))
  await served.close()
  return served.counts.requests
}

/** Returns the port of the source: at another it would be another source. */
async function moveKilled(source: Source, db: string, requests: number): Promise<number> {
  const points = pointsIn(random, requests)
  let kill: (() => void) | undefined
  let count = 0
  const served = await serveSource(source, {
    habits,
    seed: seed + 1,
    onRequest() {
      if (++count < (points[0] ?? Infinity)) return
      points.shift()
      kill?.()
    },
  })
  let deaths = 0
  for (;;) {
    const importing = startImport(served.url, db)
    kill = () => importing.kill()
    const ended = await importing.ended
    if (ended.code !== null) {
      tell(`after ${deaths} kills`, ended, bugs)
      break
    }
    deaths++
  }
  if (deaths < kills) faults.push(`it was killed ${deaths} times only`)
  faults.push(...served.faults.map(String))
  await served.close()
  return served.port
}

/** Numbers of requests, in order. */
function pointsIn(dice: Random, requests: number): number[] {
  return Array.from({ length: kills }, () => 1 + below(dice, requests)).toSorted((a, b) => a - b)
}

async function compareDigests(calm: string, killed: string): Promise<void> {
  const [one, other] = await Promise.all(
    [calm, killed].map(async (file) => {
      const store = sqliteStore(file)
      const digest = await digestOf(store)
      await store.close()
      return digest
    }),
  )
  for (const entity of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]))
    if (one?.[entity] !== other?.[entity])
      faults.push(`${entity}: ${one?.[entity]} undisturbed, ${other?.[entity]} after kills`)
  console.log(`  ${Object.keys(one ?? {}).length} entities compared with the undisturbed ones`)
}

async function check(source: Source, db: string, title: string): Promise<void> {
  const served = await serveSource(source, { habits: { ...habits, trouble: {} } })
  const store = sqliteStore(db)
  const { compared, differences, allowed, unread } = await compareWith(served, habits, store, sample)
  await store.close()
  await served.close()
  console.log(
    `  ${title}: ${compared} bugs compared, ${differences.length} differences; allowed: ${JSON.stringify(allowed)}`,
  )
  faults.push(
    ...differences.slice(0, 20).map((one) => JSON.stringify(one)),
    ...unread.map((one) => JSON.stringify(one)),
  )
}

/** Users make changes while the second run reads; during the third, the source does not change. */
async function catchUp(source: Source, db: string, port: number): Promise<void> {
  await source.goOn(Math.ceil(bugs / 20))
  let running = Promise.resolve()
  const served = await serveSource(source, {
    habits,
    seed: seed + 2,
    port,
    onRequest: (count) => (count % 3 === 0 ? (running = running.then(() => source.goOn(1))) : undefined),
  })
  tell('catching up with a source that goes on', await startImport(served.url, db).ended, undefined)
  await served.close()
  const resting = await serveSource(source, { habits, seed: seed + 3, port })
  tell('catching up with one that rests', await startImport(resting.url, db).ended, undefined)
  await resting.close()
  await check(source, db, 'after catching up')
}

function tell(title: string, { code, seconds, memory, err }: Ended, count: number | undefined): void {
  const speed = count === undefined ? '' : `, ${(count / seconds).toFixed(0)} bugs/s`
  console.log(`${title}: ${seconds.toFixed(0)} s${speed}, ${memory.toFixed(0)} MB, load ${loadavg()[0]?.toFixed(1)}`)
  if (code !== 0) faults.push(`${title}: ended with ${code}: ${err.slice(-2000)}`)
  if (memory > mostMemory) faults.push(`${title}: took ${memory.toFixed(0)} MB`)
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
