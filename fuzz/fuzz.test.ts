// A short run of `npm run fuzz`: waits and CPU time are reported there, not asserted here, where the machine may be busy or slow.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fuzz } from './run.js'

const command = fileURLToPath(new URL('../packages/cli/dist/cli.js', import.meta.url))
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const count = 2_000

it(
  `${count} hostile requests find no fault, no secret and nothing hidden (SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    const { findings, statuses } = await fuzz({ count, seed, bugs: 46, scansOneIn: 5, command })
    expect(findings).toEqual([])
    expect(statuses[200], 'some requests succeed').toBeGreaterThan(250)
    expect(statuses[429] ?? 0, 'few are turned away unread').toBeLessThan(250)
  },
)
