// The command of long simulations runs as many operations as requested.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../scripts/simulate.mjs', import.meta.url))

async function simulate(...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}

it('npm run simulate runs the given number of random operations, from a seed', async () => {
  const { code, said } = await simulate('25', '7')
  expect(said).toContain('25 random operations from seed 7')
  expect(code).toBe(0)
}, 120_000)
