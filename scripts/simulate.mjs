// `npm run simulate [-- MOVES [SEED]]`: random people change bugs on two stores at once, 50,000 times unless said otherwise.
import { startVitest } from 'vitest/node'

const [moves = '50000', seed] = process.argv.slice(2)
for (const number of [moves, seed ?? '1']) {
  if (/^[1-9]\d{0,8}$/.test(number)) continue
  console.error(`usage: npm run simulate [-- MOVES [SEED]], whole numbers above 0; not ${number}`)
  process.exit(1)
}
process.env['SIMULATION'] = moves
if (seed !== undefined) process.env['SEED'] = seed
const simulation = 'packages/core/src/operations/bugs/simulation.test.ts'
const vitest = await startVitest('test', [simulation], { run: true, reporters: ['verbose'] })
await vitest.close()
