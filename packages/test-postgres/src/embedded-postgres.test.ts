import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

it('the PostgreSQL for tests does not change the exit code of its process', async () => {
  const file = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url))
  const script = `await import(${JSON.stringify(file)}); process.exitCode = 3`
  const code = await new Promise((resolve) => {
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
    execFile(process.execPath, args, (error) => resolve(error ? error.code : 0))
  })
  expect(code).toBe(3)
})
