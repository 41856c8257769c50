// A short run of `npm run fuzz -- mail`.
import { expect, it } from 'vitest'
import { fuzzMail } from './mail/run.js'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

it(`300 mutated messages change nothing but what their senders may (SEED=${seed})`, { timeout: 300_000 }, async () => {
  const { findings, outcomes } = await fuzzMail(300, seed)
  expect(findings).toEqual([])
  const count = (name: RegExp) => Object.entries(outcomes).reduce((sum, [one, n]) => sum + (name.test(one) ? n : 0), 0)
  expect(count(/^done/), 'some are comments').toBeGreaterThan(30)
  expect(count(/^(refused|nothing)/), 'some are not').toBeGreaterThan(60)
})
