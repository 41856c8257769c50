import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { key, params, statementsOf } from '../../import/test/bugzilla-db/installation.js'
import { hasMariadb, startMariadb, type Mariadb } from '../../import/test/bugzilla-db/mariadb.js'
import { createTables } from '../../import/test/bugzilla-db/tables.js'
import { main } from '../src/main.js'

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
const [db, report, paramsFile] = ['new.db', 'report.jsonl', 'params.json'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
let mariadb: Mariadb
let from = ''

beforeAll(async () => {
  writeFileSync(paramsFile, JSON.stringify(params))
  if (!hasMariadb) return
  mariadb = await startMariadb()
  from = await mariadb.create(statementsOf('mysql', createTables('mysql')))
}, 120_000)
afterAll(async () => {
  if (hasMariadb) await mariadb.stop()
  rmSync(folder, { recursive: true })
})

async function run(...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly told: string }> {
  const written = { out: '', told: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream === 'stdout' ? 'out' : 'told'] += String(text)
      return true
    }),
  )
  try {
    return { code: await main(['import', 'bugzilla-db', ...args], () => '0'), ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

describe('trackerkit import bugzilla-db', () => {
  it('names all that it needs, and what it does not understand', async () => {
    const nothing = await run()
    expect(nothing.code).toBe(2)
    for (const option of ['--from', '--time-zone', '--params FILE or --no-params'])
      expect(nothing.told).toContain(option)
    const needed = ['--from', 'mysql://root@127.0.0.1:1/bugs', '--time-zone', 'UTC', '--no-params']
    for (const wrong of [
      [...needed, '--time-zone', 'Mars/Olympus'],
      [...needed, '--or-groups', 'maybe'],
      [...needed, '--params', paramsFile, '--or-groups', 'on'],
      [...needed, '--passwords', 'some'],
      [...needed, '--max-attachment', '2000'],
      [...needed, '--verify', 'some'],
      [...needed, '--since', 'yesterday'],
      [...needed, '--rate', '0'],
      [...needed, '--extern-issuer', 'ldap'],
      [...needed, '--verify', '5', '--dry-run'],
      [...needed, '--params', join(folder, 'none.json')],
    ])
      expect({ wrong, code: (await run(...wrong)).code }).toEqual({ wrong, code: 2 })
    for (const refused of [needed, ['--from', 'ftp://x/y', ...needed.slice(2)]])
      expect((await run(...refused, '--db', db)).code).toBe(1)
    writeFileSync(join(folder, 'perl'), '%param = ();')
    expect((await run(...needed, '--params', join(folder, 'perl'))).code).toBe(1)
    expect(existsSync(db)).toBe(false)
  })

  it.skipIf(!hasMariadb)('tries an import, makes the tracker, and prints a line for each table', async () => {
    const bring = (...more: string[]) =>
      run('--from', from, '--time-zone', 'Europe/Vienna', '--params', paramsFile, '--db', db, ...more)
    const tried = await bring('--dry-run')
    expect([tried.code, existsSync(db)]).toEqual([1, false])
    expect(tried.out).toMatch(/^Next: read the report, then run the command without --dry-run\.$/m)
    const done = await bring('--report', report)
    // Three bugs of the source cannot be kept.
    expect(done.code).toBe(1)
    expect(done.told).toContain('New tracker. Administrator: admin@example.com')
    expect(done.out).toMatch(/^table bugs: 46 rows, 43 brought, 3 refused$/m)
    expect(done.told).toContain('1 record and 5 rows rejected, ')
    expect(done.out).toMatch(/^Next: compare with --verify 200\. Then stop Bugzilla, /m)
    expect(done.out).toMatch(/^table audit_log: 1 rows, 1 unsupported$/m)
    const kept = readFileSync(report, 'utf8')
    expect(kept).toContain('"unaccounted":[]')
    expect(kept).toContain('\n{"table":"cc","rows":4,"brought":2,"mended":2,"refused":0,"unsupported":0}\n')
    expect(statSync(report).mode & 0o077).toBe(0)
    expect(done.out + done.told + kept + readFileSync(db, 'latin1')).not.toContain(key)
    // Those that are not here are the only differences.
    const compared = await bring('--verify', 'all')
    expect(compared.code).toBe(1)
    expect(compared.out).toMatch(/^bug 40: all of it: source a bug, tracker nothing$/m)
    expect(compared.out).toMatch(/^verified: 43 bugs compared, 3 differences$/m)
    expect(compared.out).toMatch(/^Next: stop Bugzilla, /m)
    const again = await bring()
    expect(again.out).toMatch(/^user: \d+ same$/m)
  })
})
