// A short run of `npm run fuzz -- cost` on a small tracker, and how costs are judged.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isSuperLinear } from './cost/judge.js'
import { described, fuzzCosts } from './cost/main.js'
import { prepare } from './cost/prepare.js'
import { writeSetting } from './setting.js'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const seed = Number(process.env['SEED'] ?? 1)

describe('the cost fuzz', () => {
  it(
    `finds no input that stops the server or costs more than in proportion (SEED=${seed})`,
    { timeout: 300_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'trackerkit-cost-test-'))
      try {
        const file = join(folder, 'small.db')
        await writeSetting(file, 46)
        const keys = await prepare(file)
        const run = { args: [command], file, keys, seed, until: { cpuSeconds: 6 }, progress: () => undefined }
        const { findings, growths } = await fuzzCosts(run)
        // Whether an answer is dear is for the long run: here the machine may be busy.
        const serious = findings.filter(({ fault }) => fault !== 'dear' && fault !== 'big')
        expect(serious.map(described)).toEqual([])
        expect(growths, 'inputs that were tried').toBeGreaterThan(50)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  )
})

describe('isSuperLinear', () => {
  const costs = (of: (size: number) => number) => [256, 512, 1024, 2048, 4096].map((size) => ({ size, cpu: of(size) }))

  it('finds a cost that grows faster than what is sent', () => {
    expect(isSuperLinear(costs((size) => size ** 2 / 100_000))).toBe(true)
  })

  it('passes one that is in proportion, or too small to matter', () => {
    expect(isSuperLinear(costs((size) => size / 50))).toBe(false)
    expect(isSuperLinear(costs((size) => size ** 2 / 10_000_000))).toBe(false)
  })
})
