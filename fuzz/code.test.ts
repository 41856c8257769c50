// A short run of `npm run fuzz -- code`.
import { expect, it } from 'vitest'
import { fuzzCode } from './code/run.js'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

it(`300 mutated events of git hosts do nothing beyond their account, and nothing twice (SEED=${seed})`, async () => {
  const { findings, outcomes } = await fuzzCode(300, seed)
  expect(findings).toEqual([])
  expect(outcomes['linked'] ?? 0).toBeGreaterThan(10)
  expect(outcomes['unreadable'] ?? 0).toBeGreaterThan(3)
}, 300_000)
