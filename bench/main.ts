// `npm run bench [-- SIZE…]`, `npm run bench -- search [SIZE]`, `npm run bench -- postgres [SIZE]`: what the layers cost, as ratios against the same work done by hand in the same run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openByHand } from './by-hand.js'
import { openCorpus, type Corpus } from './corpus.js'
import { measureHttp } from './http.js'
import { compare, report } from './measure.js'
import { measurePostgres } from './postgres.js'
import { measureSearches } from './search.js'
import { countSelects } from './selects.js'

const [topic] = process.argv.slice(2)
if (topic === 'search') {
  await measureSearches(Number(process.argv[3] ?? 100_000))
  process.exit()
}
if (topic === 'postgres') {
  const place = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
  const corpus = await openCorpus(join(place, 'bench.db'), Number(process.argv[3] ?? 10_000))
  await corpus.tracker.close()
  await measurePostgres(corpus)
  rmSync(place, { recursive: true })
  process.exit()
}
const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0) sizes.push(10_000, 100_000)

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
const figures: { readonly size: number; readonly get: number; readonly create: number }[] = []
try {
  for (const size of sizes) {
    console.log(`\n${size.toLocaleString('en')} bugs on SQLite, synchronous FULL, Node ${process.version}`)
    const corpus = await openCorpus(join(folder, `${size}.db`), size)
    figures.push({ size, ...(await measureCore(corpus)) })
    if (size === sizes[0]) {
      await measureHttp(corpus)
      await countSelects(corpus)
      await measurePostgres(corpus)
    }
    await corpus.tracker.close()
  }
  reportGrowth()
} finally {
  rmSync(folder, { recursive: true })
}

async function measureCore({ tracker, file, size }: Corpus): Promise<{ get: number; create: number }> {
  const byHand = openByHand(file)
  const somebody = tracker.as({ login: 'user7@example.com' })
  let n = 0
  const next = () => (n = (n + 7919) % size) + 1

  const get = await compare({
    ours: () => somebody.bugs.get({ ids: [next()] }),
    byHand: () => byHand.get(next()),
  })
  report('bugs.get in-process : the same rows by hand', ratio(get), parts(get), 'at most 2.5')

  const create = await compare(
    {
      ours: () =>
        somebody.bugs.create({
          product: 'Product',
          component: 'Component 1',
          version: '1.0',
          summary: `It stops working ${n++}`,
          description: 'It happens every time, right after the start.',
        }),
      byHand: () => byHand.create(`It stops working ${n++}`),
    },
    { rounds: 9, calls: 60 },
  )
  report('bugs.create in-process : the same rows by hand', ratio(create), parts(create), 'at most 3')

  const page = await compare(
    {
      ours: () =>
        somebody.bugs.search({
          component: [`Component ${n++ % 10}`],
          order: ['changeddate DESC'],
          limit: 100,
          include_fields: ['id', 'summary'],
        }),
      byHand: () => byHand.page((n++ % 10) + 1),
    },
    { rounds: 7, calls: 20 },
  )
  report('a page of 100 ids and summaries : by hand', ratio(page), parts(page), 'told, not aimed at')
  byHand.close()
  return { get: get['ours'] ?? NaN, create: create['ours'] ?? NaN }
}

function reportGrowth(): void {
  const [small, large] = [figures[0], figures.at(-1)]
  if (!small || !large || small === large) return
  const what = `${large.size.toLocaleString('en')} : ${small.size.toLocaleString('en')} bugs`
  report(`bugs.get, ${what}`, large.get / small.get, `${micro(large.get)} : ${micro(small.get)}`, 'at most 1.3')
  report(
    `bugs.create, ${what}`,
    large.create / small.create,
    `${micro(large.create)} : ${micro(small.create)}`,
    'at most 1.3',
  )
}

function ratio(times: Record<string, number>): number {
  return (times['ours'] ?? NaN) / (times['byHand'] ?? NaN)
}

function parts(times: Record<string, number>): string {
  return `${micro(times['ours'])} : ${micro(times['byHand'])}`
}

function micro(time: number | undefined): string {
  return `${(time ?? NaN).toFixed(0)} µs`
}
