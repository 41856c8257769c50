// `npm run torture [-- ROUNDS [SEED]]`: breaks servers and databases while clients write, and looks for what is lost. 50 rounds
// unless said otherwise.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numbersOf } from '../scripts/whole-numbers.mjs'
import { endAll } from './command.js'
import { createRandom } from './random.js'
import { createDatabases, type Databases } from './round.js'
import { rounds } from './rounds/index.js'

const [count = 50, seed = 1] = numbersOf('npm run torture [-- ROUNDS [SEED]]')
const databases = createDatabases()
const sum = { acknowledged: 0, lost: 0, unannounced: 0, undone: 0 }
const failed: number[] = []
try {
  for (let round = seed; round < seed + count; round++) if (!(await runRound(round, databases))) failed.push(round)
} finally {
  await databases.remove()
}
console.log(`\n${count} rounds: ${summaryOf(sum)}`)
for (const round of failed) console.log(`failed: npm run torture -- 1 ${round}`)
process.exitCode = failed.length > 0 ? 1 : 0

async function runRound(number: number, shared: Databases): Promise<boolean> {
  const round = rounds[number % rounds.length]
  if (!round) throw new Error('there are no rounds')
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-torture-'))
  const began = performance.now()
  const title = `seed ${number}: ${round.name}`
  try {
    const found = await round.run({ folder, random: createRandom(number), databases: shared })
    if ('skipped' in found) {
      console.log(`${title}: skipped, ${found.skipped}`)
      return true
    }
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += found[key]
    console.log(`${title}: ${summaryOf(found)} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
    if (found.figures !== undefined) console.log(`    ${found.figures}`)
    for (const problem of found.wrong) console.log(`    ${problem.slice(0, 2000)}`)
    return found.wrong.length === 0
  } catch (error) {
    console.log(`${title}: ${error instanceof Error ? error.stack : String(error)}`)
    return false
  } finally {
    await endAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

function summaryOf({ acknowledged, lost, unannounced, undone }: typeof sum): string {
  return `${acknowledged} writes acknowledged, ${lost} of them lost; of the others ${unannounced} were done and ${undone} were not`
}
