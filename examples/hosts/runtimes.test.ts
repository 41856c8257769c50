// The tracker and its client on Bun and on Deno.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from './bundle.js'
import { asItShouldBe, visit } from './visit.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-runtimes-'))
const env = { ...process.env, DENO_DIR: join(folder, 'deno'), DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' }

const runtimes = [
  { name: 'bun', tell: ['-e', 'console.log(process.execPath)'], run: [] },
  { name: 'deno', tell: ['eval', 'console.log(Deno.execPath())'], run: ['run', '--allow-net', '--allow-env'] },
].map((runtime) => ({ ...runtime, program: programOf(runtime.name, runtime.tell) }))

/** The program itself: what npm links may be a script that starts it. */
function programOf(name: string, tell: readonly string[]): string | undefined {
  const linked = fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url))
  const { status, stdout } = spawnSync(existsSync(linked) ? linked : name, tell, { env, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  console.log(`The tracker and its client are not tried on ${name}: it does not run here.`)
  return undefined
}

const started: ChildProcess[] = []

/** Starts a file, and gives the first line that it prints. */
async function firstLine(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  for await (const line of createInterface({ input: child.stdout })) return line
  return ''
}

/** Runs a test program of the adapter for SQLite. */
async function runSqlite(program: string, name: string, main: string, ...args: readonly string[]) {
  const sqlite = '../../packages/adapter-sqlite'
  const file = `${main}-${name}.mjs`
  const text = await bundle(`${sqlite}/test/${main}.ts`, { platform: 'node', external: ['better-sqlite3'] })
  writeFileSync(join(folder, file), text)
  copyFileSync(new URL(`${sqlite}/src/scan-thread.js`, import.meta.url), join(folder, 'scan-thread.js'))
  const options = name === 'deno' ? ['run', '--allow-all'] : []
  return spawnSync(program, [...options, file, ...args], { env, cwd: folder, encoding: 'utf8' })
}

beforeAll(async () => {
  const files = ['bun', 'deno', 'client-main']
  await Promise.all(
    files.map(async (file) =>
      writeFileSync(join(folder, `${file}.mjs`), await bundle(`${file}.ts`, { platform: 'node' })),
    ),
  )
})

afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

describe.each(runtimes)('on $name', ({ name, run, program = '' }) => {
  it.skipIf(program === '')('a tracker in a SQLite file works, and its process ends without an error', async () => {
    const ended = await runSqlite(program, name, 'runtime-main', `${name}.db`)
    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: '{"found":1,"rows":[{"n":7}]}\n' })
  })

  it.skipIf(program === '')(
    'the stores in memory and in SQLite files pass the conformance suite',
    async () => {
      const files = join(folder, `files-${name}`)
      mkdirSync(files)
      for (const args of [[], [files]]) {
        const ended = await runSqlite(program, name, 'runtime-conformance', ...args)
        expect(ended).toMatchObject({ status: 0, stderr: '' })
        expect(ended.stdout).toMatch(/^(\d{3}) of \1\n$/)
      }
    },
    120_000,
  )

  it.skipIf(program === '')('a tracker works below a folder, and the client works', async () => {
    const line = await firstLine(program, [...run, `${name}.mjs`])
    const url = line.replace('listening on ', '')
    expect(await visit(url)).toEqual(asItShouldBe)
    const login = await fetch(`${url}/login`, { method: 'POST' })
    const [cookie = ''] = login.headers.getSetCookie()[0]?.split(';') ?? []
    const told = await firstLine(program, [...run, 'client-main.mjs', `${url}/tracker`, cookie])
    expect(JSON.parse(told)).toEqual({
      summary: 'The café blinks',
      creator: 'alice@example.com',
      isNew: true,
      text: 'Ünïcode',
      refused: 'illegal_bug_status_transition',
    })
  })
})
