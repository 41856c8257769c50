// `npm run bench [-- SIZE…]`, `npm run bench -- search [SIZE]`, `npm run bench -- postgres [SIZE]`, `npm run bench -- mail`: what the layers cost, as ratios against the same work done by hand in the same run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openByHand } from './by-hand.js'
import { openCorpus, type Corpus } from './corpus.js'
import { measureHttp } from './http.js'
import { measureMail } from './mail.js'
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
if (topic === 'mail') {
  const place = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
  await measureMail(place)
  rmSync(place, { recursive: true })
  process.exit()
}
const sizes = process.argv.slice(2).map(Number)
if (sizes.length === 0) sizes.push(10_000, 100_000)

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
const corpora: Corpus[] = []
try {
  for (const size of sizes) {
    console.log(`\n${size.toLocaleString('en')} bugs on SQLite, full durability, Node ${process.version}`)
    const corpus = await openCorpus(join(folder, `${size}.db`), size)
    corpora.push(corpus)
    await measureCore(corpus)
    if (size === sizes[0]) {
      await measureHttp(corpus)
      await measureMail(folder)
      await countSelects(corpus)
      await measurePostgres(corpus)
    }
  }
  await measureGrowth(corpora)
  for (const { tracker } of corpora) await tracker.close()
} finally {
  rmSync(folder, { recursive: true })
}

async function measureCore(corpus: Corpus): Promise<void> {
  const byHand = openByHand(corpus.file)
  const somebody = asSomebody(corpus)
  const next = anyBug(corpus)
  let n = 0

  const get = await compare({
    measured: () => somebody.bugs.get({ ids: [next()] }),
    base: () => byHand.get(next()),
  })
  report('bugs.get in-process : the same rows by hand', ratio(get), parts(get), 'at most 2.5')

  const create = await compare(
    {
      measured: () => somebody.bugs.create(newBug(n++)),
      base: () => byHand.create(`It stops working ${n++}`),
    },
    { rounds: 9, calls: 60 },
  )
  report('bugs.create in-process : the same rows by hand', ratio(create), parts(create), 'at most 3')

  const page = await compare(
    {
      measured: () =>
        somebody.bugs.search({
          component: [`Component ${n++ % 10}`],
          order: ['changeddate DESC'],
          limit: 100,
          include_fields: ['id', 'summary'],
        }),
      base: () => byHand.page((n++ % 10) + 1),
    },
    { rounds: 7, calls: 20 },
  )
  report('a page of 100 ids and summaries : by hand', ratio(page), parts(page), 'told, not aimed at')
  byHand.close()
}

/** The same calls on few bugs and on many, in turns: what one minute and the next differ in counts for neither. */
async function measureGrowth(all: readonly Corpus[]): Promise<void> {
  const [small, large] = [all[0], all.at(-1)]
  if (!small || !large || small === large) return
  const what = `${large.size.toLocaleString('en')} : ${small.size.toLocaleString('en')} bugs`
  const get = (corpus: Corpus) => {
    const next = anyBug(corpus)
    return () => asSomebody(corpus).bugs.get({ ids: [next()] })
  }
  const gets = await compare({ measured: get(large), base: get(small) })
  report(`bugs.get, ${what}`, ratio(gets), parts(gets), 'at most 1.3')
  let n = 0
  const create = (corpus: Corpus) => () => asSomebody(corpus).bugs.create(newBug(n++))
  const creates = await compare({ measured: create(large), base: create(small) }, { rounds: 9, calls: 60 })
  report(`bugs.create, ${what}`, ratio(creates), parts(creates), 'at most 1.3')
}

function asSomebody({ tracker }: Corpus) {
  return tracker.as({ login: 'user7@example.com' })
}

/** Goes through the bugs in steps that neighbours do not share. */
function anyBug({ size }: Corpus): () => number {
  let n = 0
  return () => (n = (n + 7919) % size) + 1
}

function newBug(n: number) {
  return {
    product: 'Product',
    component: 'Component 1',
    version: '1.0',
    summary: `It stops working ${n}`,
    description: 'It happens every time, right after the start.',
  }
}

function ratio(times: Record<string, number>): number {
  return (times['measured'] ?? NaN) / (times['base'] ?? NaN)
}

function parts(times: Record<string, number>): string {
  return `${micro(times['measured'])} : ${micro(times['base'])}`
}

function micro(time: number | undefined): string {
  return `${(time ?? NaN).toFixed(0)} µs`
}
