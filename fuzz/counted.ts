// Fuzz targets within this process, which take a count and a seed.
import { numbersOf } from '../scripts/whole-numbers.mjs'
import { fuzzCode } from './code/run.js'
import { fuzzMail } from './mail/run.js'
import { fuzzMarkdown } from './markdown/run.js'

interface Target {
  readonly things: string
  /** The default count. */
  readonly count: number
  readonly fuzz: (count: number, seed: number) => Promise<Fuzzed>
}

interface Fuzzed {
  readonly findings: readonly string[]
  /** How many had which result. */
  readonly outcomes?: Readonly<Record<string, number>>
}

const targets: ReadonlyMap<string, Target> = new Map([
  ['code', { things: 'deliveries', count: 20_000, fuzz: fuzzCode }],
  ['mail', { things: 'messages', count: 20_000, fuzz: fuzzMail }],
  ['markdown', { things: 'texts', count: 100_000, fuzz: fuzzMarkdown }],
])

/** Returns undefined for a word that names none of them. */
export async function runCounted(word: string, given: readonly string[]): Promise<readonly string[] | undefined> {
  const target = targets.get(word)
  if (!target) return undefined
  const usage = `npm run fuzz -- ${word} [COUNT [SEED]]`
  const [count = target.count, seed = 1 + (Date.now() % 1_000_000)] = numbersOf(usage, given)
  console.log(`${count} ${target.things} from seed ${seed}`)
  const { findings, outcomes } = await target.fuzz(count, seed)
  if (outcomes) console.log(outcomes)
  return findings
}
