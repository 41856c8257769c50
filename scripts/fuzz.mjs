// `npm run fuzz [-- COUNT [SEED]]`: hostile requests, 200,000 unless said otherwise; see fuzz/.
import { ensureBuilt, ensureInstalled, tool } from './workspace.mjs'

const [count = '200000', seed = String(1 + (Date.now() % 1_000_000))] = process.argv.slice(2)
for (const number of [count, seed]) {
  if (/^[1-9]\d{0,8}$/.test(number)) continue
  console.error(`usage: npm run fuzz [-- COUNT [SEED]], whole numbers above 0; not ${number}`)
  process.exit(1)
}
ensureInstalled()
ensureBuilt()
process.exitCode = tool('tsx', ['fuzz/main.ts', count, seed]) ? 0 : 1
