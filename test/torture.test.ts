// The command that breaks servers and databases: that it finds what was kept.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('../torture/main.ts', import.meta.url))

async function torture(...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const command = ['--import', 'tsx', script, ...args]
    execFile(process.execPath, command, { env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
}

it('npm run torture loses no acknowledged write of a server that is killed, and leaves nothing half done', async () => {
  const { code, said } = await torture('1', '16')
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(said).toMatch(/seed 16: kill -9 of the server, SQLite: [1-9]\d* writes acknowledged, 0 of them lost/)
}, 180_000)
