// `npm run follow [-- WRITES [SEED]]`: readers of the change feed are killed and started while two trackers write, 100,000 times
// unless said otherwise, on each kind of store.
import { startVitest } from 'vitest/node'

const [writes = '100000', seed] = process.argv.slice(2)
for (const number of [writes, seed ?? '1']) {
  if (/^[1-9]\d{0,8}$/.test(number)) continue
  console.error(`usage: npm run follow [-- WRITES [SEED]], whole numbers above 0; not ${number}`)
  process.exit(1)
}
process.env['FOLLOW'] = writes
if (seed !== undefined) process.env['SEED'] = seed
const vitest = await startVitest('test', ['packages/core/src/feed/following.test.ts'], {
  run: true,
  reporters: ['verbose'],
})
await vitest.close()
