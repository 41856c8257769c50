// `npm run bench -- [TOPIC] [SIZE…] [--save] [--against DIR]`: what the layers cost, as ratios against the same work done by hand in the same run.
// Topics: layers (when none is named), search, scale, mail, feed, tests, postgres, standby, import, start, inbound, inbox. Names what has become worse than bench/baseline.json says;
// --save writes that file. `check` fails for what has become worse than bench/check/limits.json says.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareWithBaseline, saveBaseline } from './baseline.js'
import { check } from './check/check.js'
import { openCorpus } from './corpus.js'
import { measureBrowser } from './browser/measure.js'
import { measureFeed } from './feed.js'
import { measureHttp } from './http.js'
import { measureImports } from './import.js'
import { measureInbound } from './inbound.js'
import { measureInbox } from './inbox.js'
import { measureGrowth, measureLayers } from './layers.js'
import { measureMail } from './mail.js'
import { measurePostgres } from './postgres.js'
import { reported } from './report.js'
import { requireSameBugs } from './same-answers.js'
import { measureScale } from './scale/measure.js'
import { measureSearches } from './search.js'
import { countSelects } from './selects.js'
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
    await measureHttp(few)
    await measureWriters(few)
    await measureMail(folder)
    await countSelects(few)
    const many = await openCorpus(join(folder, 'many.db'), large)
    await measureLayers(many)
    await measureGrowth(few, many)
    await many.tracker.close()
    await few.tracker.close()
  },
  browser: (_sizes, folder) => measureBrowser(folder, values.against),
  check: (_sizes, folder) => check(folder, values.save === true),
  search: ([size = 100_000], folder) => measureSearches(size, folder),
  scale: (sizes, folder) => measureScale(sizes.length > 0 ? sizes : [10_000, 1_000_000], folder),
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

const [first = 'layers', ...rest] = positionals
const [name, sizes] = first in topics ? [first, rest] : ['layers', positionals]
if (sizes.some((size) => !(Number(size) > 0))) {
  console.error(`Topics: ${Object.keys(topics).join(', ')}. A size is a number of bugs.`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'trackerkit-bench-'))
try {
  await topics[name]?.(sizes.map(Number), folder)
  if (name === 'check') console.log('\nChecked.')
  else if (values.save) saveBaseline(reported())
  else compareWithBaseline(reported())
} finally {
  rmSync(folder, { recursive: true })
}
