// `npm run fuzz -- cost [SECONDS [SEED]]`: on a tracker of 10,000 bugs, for 30 minutes by default. ONLY=PATTERN limits it to places whose
// names match, such as ONLY='query limit'.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOfLargeTracker } from '../../packages/rest/test/blocks/large-tracker.js'
import { numbersOf } from '../../scripts/whole-numbers.mjs'
import { fuzzCosts } from './main.js'
import { prepare } from './prepare.js'

const usage = 'npm run fuzz -- cost [SECONDS [SEED]]'

/** Returns what was found, which has been printed with its costs already. */
export async function runCost(command: string, given: readonly string[]): Promise<readonly string[]> {
  const [seconds = 1800, seed = 1 + (Date.now() % 1_000_000)] = numbersOf(usage, given)
  console.log(`${seconds} seconds from seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cost-'))
  try {
    const file = join(folder, 'large.db')
    copyFileSync(await fileOfLargeTracker(), file)
    const keys = await prepare(file, true)
    const { ONLY } = process.env
    const only = ONLY === undefined ? {} : { only: new RegExp(ONLY) }
    const run = { args: [command], file, keys, seed, until: { seconds }, progress: console.log, ...only }
    const { findings, places, growths } = await fuzzCosts(run)
    console.log(`${growths} growths at ${places} places`)
    return findings.map(({ fault, place }) => `${fault}: ${place}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
