// Guesses that are made again and again for the time that they take, on a server that does nothing else.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numbersOf } from '../scripts/whole-numbers.mjs'
import { createDice } from './dice.js'
import { makeGuess } from './guesses.js'
import { keptSetting } from './kept-setting.js'
import { createMeter } from './meter.js'
import { openTarget } from './target.js'
import { timeDifferenceOf } from './timing.js'
import { requestLine } from './witness.js'

/** Half of the guesses look at many bugs, where time may depend on what is found. */
const scansOneIn = 2

/** Returns what was found. */
export async function runTiming(command: string, given: readonly string[]): Promise<readonly string[]> {
  const usage = 'npm run fuzz -- timing [COUNT [SEED]]'
  const [count = 200, seed = 1 + (Date.now() % 1_000_000)] = numbersOf(usage, given)
  console.log(`${count} guesses from seed ${seed}`)
  const dice = createDice(seed)
  const { original, setting } = await keptSetting(10_000)
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-fuzz-'))
  const file = join(folder, 'fuzz.db')
  copyFileSync(original, file)
  const meter = createMeter(console.log)
  const target = await openTarget({ command, file, setting, meter, connections: 1 })
  const { ask, findings, isContent } = target.witness
  try {
    for (let n = 0; n < count && isContent(); n++) {
      const guess = makeGuess(setting, dice, scansOneIn)
      const difference = await timeDifferenceOf(guess, async (request) => (await ask(request)).milliseconds)
      if (difference !== undefined) findings.push(`${difference}\n    ${requestLine(guess.requests[0])}`)
    }
  } finally {
    await target.close()
    meter.stop()
    rmSync(folder, { recursive: true })
  }
  return findings
}
