// `npm run follow [-- WRITES [SEED]]`: readers of the change feed are killed and started while two trackers write, 100,000 times
// unless said otherwise, on each kind of store.
import { startVitest } from 'vitest/node'
import { numbersOf } from './whole-numbers.mjs'

const [writes = 100_000, seed] = numbersOf('npm run follow [-- WRITES [SEED]]')
process.env['FOLLOW'] = String(writes)
if (seed !== undefined) process.env['SEED'] = String(seed)
const vitest = await startVitest('test', ['packages/core/src/feed/following.test.ts'], {
  run: true,
  reporters: ['verbose'],
})
await vitest.close()
