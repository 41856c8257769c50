// `npm run fuzz -- cost [SECONDS [SEED]]`: texts that grow, for what costs more than in proportion.
// `npm run fuzz -- code [COUNT [SEED]]`: mutated events of git hosts.
// `npm run fuzz -- markdown [COUNT [SEED]]`: random Markdown.
// `npm run fuzz -- mail [COUNT [SEED]]`: mutated email.
// `npm run fuzz [-- COUNT [SEED]]`: hostile requests; `npm run fuzz -- timing [COUNT [SEED]]`: guesses, each for the time it takes.
import { fileURLToPath } from 'node:url'
import { runCost } from './cost/command.js'
import { runCounted } from './counted.js'
import { runHostile } from './run-hostile.js'
import { runTiming } from './run-timing.js'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const [word = '', ...rest] = process.argv.slice(2)
async function run(): Promise<readonly string[]> {
  const found = await runCounted(word, rest)
  if (found) return found
  if (word === 'cost') return runCost(command, rest)
  return word === 'timing' ? runTiming(command, rest) : runHostile(command, process.argv.slice(2))
}

const findings = await run()
for (const finding of findings) console.log(`FOUND: ${finding}`)
console.log(findings.length === 0 ? 'Nothing found.' : `${findings.length} found.`)
process.exitCode = findings.length === 0 ? 0 : 1
