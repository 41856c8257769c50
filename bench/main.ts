// `npm run bench -- [TOPIC] [SIZE…] [--save] [--against DIR]`: measures a topic, `layers` by default. Prints the ratios that are worse
// than those in bench/results/TOPIC.json; --save writes that file. `docs` writes the tables of documents from these files. `check`
// fails for calls above bench/check/limits.json.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { check } from './check/check.js'
import { openCorpus, type Corpus } from './corpus.js'
import { measureBrowser } from './browser/measure.js'
import { writeDocuments } from './docs/write.js'
import { measureFeed } from './feed.js'
import { measureHttp } from './http.js'
import { measureImports } from './import.js'
import { measureInbound } from './inbound.js'
import { measureInbox } from './inbox.js'
import { measureGrowth, measureLayers } from './layers.js'
import { measureMail } from './mail.js'
import { measurePostgres } from './postgres.js'
import { finish } from './results.js'
import { requireSameBugs } from './same-answers.js'
import { measureBeside } from './scale/beside.js'
import { measureScale } from './scale/measure.js'
import { measureSearches } from './search.js'
import { measureStandby } from './standby.js'
import { measureStart } from './start.js'
import { measureTestKit } from './test-kit.js'
import { measureWriters } from './writers.js'

type Topic = (sizes: readonly number[], folder: string) => Promise<void>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'boolean' }, against: { type: 'string' } },
})

const topics: Readonly<Record<string, Topic>> = {
  async layers([small = 10_000, large = 100_000], folder) {
    await requireSameBugs()
    console.log(
      `\n${small.toLocaleString('en')} and ${large.toLocaleString('en')} bugs on SQLite, Node ${process.version}`,
    )
    const few = await openCorpus(join(folder, 'few.db'), small)
    await measureLayers(few)
    const many = await openCorpus(join(folder, 'many.db'), large)
    await measureLayers(many)
    await measureGrowth(few, many)
    await many.tracker.close()
    await few.tracker.close()
  },
  browser: (_sizes, folder) => measureBrowser(folder, values.against),
  search: ([size = 100_000], folder) => measureSearches(size, folder),
  scale: ([few = 10_000, many = 1_000_000], folder) => measureScale([few, many], folder),
  beside: ([size = 1_000_000], folder) => measureBeside(size, folder),
  http: ([size = 10_000], folder) => withCorpus(folder, size, measureHttp),
  writers: ([size = 10_000], folder) => withCorpus(folder, size, measureWriters),
  mail: (_sizes, folder) => measureMail(folder),
  feed: ([size = 5000], folder) => measureFeed(size, folder),
  tests: ([size = 1000]) => measureTestKit(size),
  import: async () => measureImports(),
  start: (_sizes, folder) => measureStart(folder),
  inbound: (_sizes, folder) => measureInbound(folder),
  inbox: ([size = 1_000_000], folder) => measureInbox(size, folder),
  async postgres([size = 10_000], folder) {
    const corpus = await openCorpus(join(folder, 'bench.db'), size)
    await corpus.tracker.close()
    await measurePostgres(corpus)
  },
  async standby([size = 100_000], folder) {
    const corpus = await openCorpus(join(folder, 'bench.db'), size)
    await corpus.tracker.close()
    await measureStandby(corpus)
  },
}

/** Tasks that measure nothing to save. */
const tasks: Readonly<Record<string, Topic>> = {
  check: (_sizes, folder) => check(folder, values.save === true),
  docs: async () => writeDocuments(),
}

async function withCorpus(folder: string, size: number, measure: (corpus: Corpus) => Promise<void>): Promise<void> {
  const corpus = await openCorpus(join(folder, 'bench.db'), size)
  await measure(corpus)
  await corpus.tracker.close()
}

const all = { ...topics, ...tasks }
const [first = 'layers', ...rest] = positionals
const [name, sizes] = first in all ? [first, rest] : ['layers', positionals]
if (sizes.some((size) => !(Number(size) > 0))) {
  console.error(`Topics: ${Object.keys(all).join(', ')}. A size is a number of bugs.`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
try {
  await all[name]?.(sizes.map(Number), folder)
  if (name in topics) finish(name, values.save === true)
  else console.log('\nDone.')
} finally {
  rmSync(folder, { recursive: true })
}
