// `npm run simulate [-- MOVES [SEED]]`: random people change bugs on two stores at once, 50,000 times unless said otherwise.
import { startVitest } from 'vitest/node'
import { numbersOf } from './whole-numbers.mjs'

const [moves = 50_000, seed] = numbersOf('npm run simulate [-- MOVES [SEED]]')
process.env['SIMULATION'] = String(moves)
if (seed !== undefined) process.env['SEED'] = String(seed)
const simulation = 'packages/core/src/operations/bugs/simulation.test.ts'
const vitest = await startVitest('test', [simulation], { run: true, reporters: ['verbose'] })
await vitest.close()
