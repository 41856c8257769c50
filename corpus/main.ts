// `npm run corpus -- --size S|M|L|XL|10k|100k|1M --db FILE [--seed N]`: a large tracker in a new SQLite file, to measure on.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeCorpusFile } from './file.js'
import { sizes } from './sizes.js'

const { values } = parseArgs({
  options: { size: { type: 'string', default: 'S' }, db: { type: 'string' }, seed: { type: 'string', default: '1' } },
})
const { db: file } = values
const size = sizes[values.size]
const seed = Number(values.seed)

if (!size) fail(`There is no size ${values.size}. Sizes: ${Object.keys(sizes).join(', ')}.`)
if (file === undefined) fail('Say in which file to put it: --db FILE.')
if (existsSync(file)) fail(`${file} exists already. A corpus goes into a new file.`)
if (!Number.isSafeInteger(seed)) fail(`The seed must be a whole number, not ${values.seed}.`)

const began = performance.now()
const seconds = () => (performance.now() - began) / 1000
let reported = 0
const progress = (bugs: number) => {
  if (seconds() < reported + 5) return
  reported = seconds()
  console.log(`${bugs.toLocaleString('en')} bugs, ${(bugs / reported).toFixed(0)} per second`)
}

const comments = await makeCorpusFile(file, { size, seed, progress })
const memory = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(
  `${size.bugs.toLocaleString('en')} bugs with ${comments.toLocaleString('en')} comments in ${file}, seed ${seed}, ${seconds().toFixed(1)} s, ${(size.bugs / seconds()).toFixed(0)} bugs per second, ${memory} MB of memory at most`,
)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
