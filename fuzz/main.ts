// `npm run fuzz [-- COUNT [SEED]]`: hostile requests; `npm run fuzz -- timing [COUNT [SEED]]`: guesses, each for the time it takes.
import { fileURLToPath } from 'node:url'
import { runHostile } from './run-hostile.js'
import { runTiming } from './run-timing.js'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const [word, ...rest] = process.argv.slice(2)
const findings = word === 'timing' ? await runTiming(command, rest) : await runHostile(command, process.argv.slice(2))
for (const finding of findings) console.log(`FOUND: ${finding}`)
console.log(findings.length === 0 ? 'Nothing found.' : `${findings.length} found.`)
process.exitCode = findings.length === 0 ? 0 : 1
