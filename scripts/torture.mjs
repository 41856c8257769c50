// `npm run torture [-- ROUNDS [SEED]]`: breaks servers and databases while clients write, 50 times unless said otherwise; see torture/.
import { ensureBuilt, ensureInstalled, tool } from './workspace.mjs'

const [rounds = '50', seed = '1'] = process.argv.slice(2)
for (const number of [rounds, seed]) {
  if (/^[1-9]\d{0,8}$/.test(number)) continue
  console.error(`usage: npm run torture [-- ROUNDS [SEED]], whole numbers above 0; not ${number}`)
  process.exit(1)
}
ensureInstalled()
ensureBuilt()
process.exitCode = tool('tsx', ['torture/main.ts', rounds, seed]) ? 0 : 1
