import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serveSource } from '../../import/test/source/serve.js'
import { administrator } from '../../import/test/source/setting.js'
import { openSource } from '../../import/test/source/source.js'
import { main } from '../src/main.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
  vi.stubEnv('TRACKERKIT_IMPORT_API_KEY', administrator.key)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Runs a command, and keeps what it prints. */
async function run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly told: string }> {
  const [out, told] = [process.stdout, process.stderr].map((stream) => {
    const written: string[] = []
    const spy = vi.spyOn(stream, 'write').mockImplementation((text) => {
      written.push(String(text))
      return true
    })
    return { written, spy }
  })
  try {
    const code = await main(args, () => '0')
    return { code, out: out?.written.join('') ?? '', told: told?.written.join('') ?? '' }
  } finally {
    out?.spy.mockRestore()
    told?.spy.mockRestore()
  }
}

describe('trackerkit import bugzilla', () => {
  it('has a dry run that stores nothing, creates the tracker, and reports all losses', async () => {
    const source = await openSource({ bugs: 8, seed: 3 })
    const served = await serveSource(source, { habits: { version: '5.0.6', isOld: true, isFork: true } })
    const [db, report] = [join(folder, 'new.db'), join(folder, 'report.jsonl')]
    const bring = (...more: string[]) =>
      run('import', 'bugzilla', '--from', served.url, '--db', db, '--rate', '1000/s', ...more)
    const tried = await bring('--dry-run', '--json')
    expect(tried.code).toBe(0)
    expect(existsSync(db)).toBe(false)
    expect(tried.out).not.toContain('password')
    const lines = tried.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.at(-1)).toMatchObject({ counts: { bug: { created: 9 } }, contents: { count: 0 } })
    expect(lines.filter(({ progress }) => progress).length).toBeGreaterThan(2)

    const done = await bring('--report', report, '--verify', '10')
    expect(done.code).toBe(0)
    expect(done.out).toMatch(/^bug: 9 created/m)
    expect(done.out).toMatch(/^verified: 9 bugs compared, 0 differences$/m)
    expect(done.told).toMatch(/^New tracker. Administrator: admin@bugs.example\n {2}password: /m)
    expect(done.out + done.told).not.toContain(administrator.key)
    const kept = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(kept).toContainEqual({ kind: 'bug', id: 1, problem: 'its type is omitted; use --keep-unknown to keep it' })
    expect(kept.at(-1)).toMatchObject({ counts: { bug: { created: 9 } } })
    await served.close()
    await source.close()
    const gone = await bring()
    expect(gone.code).toBe(1)
    expect(gone.told).toMatch(/cannot be reached/)
  })

  it('rejects unknown arguments before its first request', async () => {
    const from = ['import', 'bugzilla', '--from', 'https://127.0.0.1:1/']
    for (const wrong of [
      ['import', 'bugzilla'],
      ['import', 'bugzilla', '--from', 'bugs.example.org'],
      [...from, '--rate', 'fast'],
      [...from, '--rate', '0'],
      [...from, '--concurrency', '1000'],
      [...from, '--since', 'yesterday'],
      [...from, '--group-controls', join(folder, 'none.json')],
    ])
      expect({ wrong, code: (await run(...wrong)).code }).toEqual({ wrong, code: 2 })
  })

  it.each(['--from', '--source-was'])('names %s if it is no URL', async (option) => {
    const { code, told } = await run('import', 'bugzilla', '--from', 'https://127.0.0.1:1/', option, 'bugs.example.org')
    expect(code).toBe(2)
    expect(told).toContain(`${option} must be a URL such as https://bugs.example.org/, not 'bugs.example.org'`)
  })
})
