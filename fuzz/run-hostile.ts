// Hostile requests to separate servers, each with 10,000 bugs.
import { numbersOf } from '../scripts/whole-numbers.mjs'
import { fuzz } from './run.js'

/** The longest permitted wait of other clients, in milliseconds. */
const maxWait = 1_000

/** Returns what was found. */
export async function runHostile(command: string, given: readonly string[]): Promise<readonly string[]> {
  const usage = 'npm run fuzz [-- COUNT [SEED]]'
  const [count = 200_000, seed = 1 + (Date.now() % 1_000_000)] = numbersOf(usage, given)
  console.log(`${count} requests from seed ${seed}`)
  const result = await fuzz({ count, seed, bugs: 10_000, scansOneIn: 50, command, progress: console.log })
  const { findings, statuses, longestWait, slowest, memory, cpuSeconds } = result
  console.log(`answers by status: ${JSON.stringify(statuses)}`)
  console.log(`longest wait of others: ${longestWait.milliseconds} ms, for ${longestWait.request}`)
  for (const one of slowest) console.log(`slow: ${one.milliseconds} ms, ${one.request}`)
  console.log(`memory: ${memory[0]} MB after a tenth, then ${memory[1]} MB`)
  console.log(`${cpuSeconds} s of CPU, ${Math.round(count / cpuSeconds)} requests for each`)
  if (longestWait.milliseconds <= maxWait) return findings
  return [...findings, `others waited ${longestWait.milliseconds} ms for ${longestWait.request}`]
}
