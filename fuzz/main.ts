// `npm run fuzz [-- COUNT [SEED]]`: hostile requests to servers of its own, each with 10,000 bugs; 200,000 unless said otherwise.
import { fileURLToPath } from 'node:url'
import { numbersOf } from '../scripts/whole-numbers.mjs'
import { fuzz } from './run.js'

const [count = 200_000, seed = 1 + (Date.now() % 1_000_000)] = numbersOf('npm run fuzz [-- COUNT [SEED]]')

/** Milliseconds that nobody else may wait longer than. */
const maxWait = 1_000

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
console.log(`${count} requests from seed ${seed}`)
const timed = Math.ceil(count / 1_000)
const damage = await fuzz({ count, seed, bugs: 10_000, timed, command, progress: console.log })
const { statuses, longestWait, slowest, memory } = damage
const findings = [
  ...damage.findings,
  ...(longestWait.milliseconds > maxWait
    ? [`others waited ${longestWait.milliseconds} ms for ${longestWait.request}`]
    : []),
]
console.log(`answers by status: ${JSON.stringify(statuses)}`)
console.log(`longest wait of others: ${longestWait.milliseconds} ms, for ${longestWait.request}`)
for (const one of slowest) console.log(`slow: ${one.milliseconds} ms, ${one.request}`)
console.log(`memory: ${memory[0]} MB after a tenth, then ${memory[1]} MB`)
for (const finding of findings) console.log(`FOUND: ${finding}`)
console.log(findings.length === 0 ? 'Nothing found.' : `${findings.length} found. Seed ${seed}.`)
process.exitCode = findings.length === 0 ? 0 : 1
