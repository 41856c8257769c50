// Parts of a database, lost connections, and what becomes of bugs that are gone.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { exportStore } from '@trackerkit/core/moving'
import type { Store } from '@trackerkit/core/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBugzillaDb, openBugzillaDb, type Progress } from '../../src/index.js'
import { ConnectionLost } from '../../src/bugzilla-db/connect.js'
import { digestOf } from '../move/digest.js'
import { runImport, problemsOf, type Imported } from './importing.js'
import { params, statementsOf } from './installation.js'
import { hasMariadb, startMariadb, type Mariadb } from './mariadb.js'
import { createTables } from './tables.js'

let mariadb: Mariadb
let url = ''
let store: Store
let first: Imported

beforeAll(async () => {
  if (!hasMariadb) return
  mariadb = await startMariadb()
  url = await mariadb.create(statementsOf('mysql', createTables('mysql')))
  store = memoryStore()
  first = await runImport(url, store)
}, 120_000)
afterAll(async () => {
  if (hasMariadb) await mariadb.stop()
})

const about = ({ notes }: Imported, kind: string, id: number | string) =>
  notes.filter((note) => note.kind === kind && note.id === id).map(({ problem }) => problem)

async function bugsOf(target: Store): Promise<number[]> {
  const tracker = await createTracker({ store: target, mustExist: true })
  const { bugs } = await tracker.asSystem().bugs.search({ include_fields: ['id'], limit: 0 })
  await tracker.close()
  return bugs.map(({ id }) => id)
}

async function rowsOf(target: Store, entity: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  await exportStore(target, (line) => {
    const [name, row] = JSON.parse(line) as [string, Record<string, unknown>]
    if (name === entity) rows.push(row)
  })
  return rows
}

describe.skipIf(!hasMariadb)('importBugzillaDb', () => {
  it('reports oddities by their number, and what has no counterpart', () => {
    expect(about(first, 'source', 'times')).toEqual([
      '1 were shown twice by clocks; the first one is taken unless that is before the one preceding it',
      '1 were never shown by clocks; they are moved on by the gap',
      '1 are in the future; they stay',
    ])
    expect(about(first, 'column', 'bugs.votes')).toEqual([
      '1 rows have a value, which has no counterpart here; --keep-unknown keeps it',
    ])
    expect(about(first, 'column', 'profiles.extern_id')[0]).toMatch('1 accounts have one; --extern-issuer links')
    expect(about(first, 'parameter', 'user_verify_class')[0]).toMatch('users log in by LDAP,DB there')
    expect(about(first, 'saved_search', 'bob@example.com: Odd')[0]).toMatch('it cannot be used here: ')
    expect(about(first, 'user', 2)).toContain(
      'is in editbugs by a pattern that does not match here; it is a direct member',
    )
    expect(about(first, 'bug_user_last_visit', 'rows')).toContain('visits older than last_visit_keep_days are left out')
  })

  it('logs what it has written in the audit log, and nothing when nothing was', async () => {
    const imports = async () => (await rowsOf(store, 'audit_log')).filter((row) => row['class'] === 'Import')
    expect(await imports()).toMatchObject([
      {
        user_id: null,
        field: 'https://bugs.example.org/',
        added: expect.stringContaining('bug created: 43') as string,
      },
    ])
    await runImport(url, store)
    expect(await imports()).toHaveLength(1)
  })

  it('keeps unknown columns as text and links identities if asked', async () => {
    const from = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      'ALTER TABLE bugs ADD cf_votes INT',
      'UPDATE bugs SET cf_votes = 3 WHERE bug_id = 1',
    ])
    const own = memoryStore()
    const done = await runImport(from, own, { keepUnknown: true, externIssuer: 'https://id.example.org', rate: 1000 })
    expect(about(done, 'column', 'bugs.votes')).toEqual([])
    // Of two columns that would have one name, the first is kept.
    expect(about(done, 'column', 'bugs.cf_votes')).toEqual(['1 rows have a value, which has no counterpart here'])
    const tracker = await createTracker({ store: own, mustExist: true })
    const { bugs } = await tracker.asSystem().bugs.get({ ids: [43, 1] })
    expect(bugs.map((bug) => bug['cf_votes' as 'cf_x'])).toEqual(['12', ''])
    await tracker.close()
    expect(await rowsOf(own, 'external_accounts')).toMatchObject([
      { issuer: 'https://id.example.org', subject: 'dan-7', user_id: 7, kind: 'linked' },
    ])
    expect(await problemsOf(own)).toEqual([])
  })

  it('imports only what has changed since a time, in the zone of the source', async () => {
    const from = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      "UPDATE bugs SET delta_ts = '2019-05-10 11:59:59' WHERE bug_id = 7",
      "UPDATE bugs SET delta_ts = '2019-05-10 12:00:00' WHERE bug_id = 8",
    ])
    const own = memoryStore()
    await runImport(from, own, { since: new Date('2019-05-10T10:00:00Z') })
    expect(await bugsOf(own)).toEqual([8])
    // Another selection starts over.
    await runImport(from, own)
    expect(await bugsOf(own)).toHaveLength(43)
  })

  it('refuses products that the source does not have, before it writes anything', async () => {
    const own = memoryStore()
    await expect(runImport(url, own, { onlyProducts: ['widgets', 'Gadgets'] })).rejects.toThrow(
      "--only-product: there is no product 'Gadgets' in the source. Accepted: Widgets, Vault",
    )
    await expect(createTracker({ store: own, mustExist: true })).rejects.toMatchObject({ code: 'no_tracker' })
    await runImport(url, own, { onlyProducts: ['vault'] })
    expect(await bugsOf(own)).toEqual([41])
  })

  it('names bugs that are no longer there, and deletes nothing', async () => {
    const from = await mariadb.create(statementsOf('mysql', createTables('mysql')))
    const own = memoryStore()
    await runImport(from, own)
    await mariadb.run(from, ['DELETE FROM bugs WHERE bug_id = 9'])
    const again = await runImport(from, own)
    expect(about(again, 'bug', 9)).toEqual(['it is no longer in the source; it stays here'])
    expect(await bugsOf(own)).toContain(9)
  })

  it('deletes contents that were deleted in the source since, and keeps those that are only missing', async () => {
    const from = await mariadb.create([
      ...statementsOf('mysql', createTables('mysql')),
      "UPDATE attach_data SET thedata = 'a log' WHERE id = 502",
    ])
    const own = memoryStore()
    const folder = await mkdtemp(join(tmpdir(), 'tk-files-'))
    await mkdir(join(folder, 'group.03'))
    await writeFile(join(folder, 'group.03', 'attachment.503'), 'a file')
    const attachmentsFolder = folder
    await runImport(from, own, { attachmentsFolder })
    // As Bugzilla does.
    await mariadb.run(from, [
      'DELETE FROM attach_data WHERE id IN (501, 502)',
      "UPDATE attachments SET mimetype = 'text/plain', isobsolete = 1 WHERE attach_id = 503",
      "UPDATE attachments SET mimetype = 'text/plain', ispatch = 0, isobsolete = 1 WHERE attach_id = 501",
      "UPDATE bugs SET delta_ts = '2019-06-01 10:00:00' WHERE bug_id = 43",
    ])
    const contents = async () =>
      (await rowsOf(own, 'attachment_data')).map(({ data }) => Buffer.from(String(data), 'base64').toString('latin1'))
    const before = ['\0\x01\x02\xff', 'a log', 'a file']
    const notMounted = await mkdtemp(join(tmpdir(), 'tk-files-'))
    for (const some of [{}, { attachmentsFolder: notMounted }, { attachmentsFolder: join(notMounted, 'none') }]) {
      await runImport(from, own, { full: true, ...some })
      expect(await contents()).toEqual(before)
    }
    const again = await runImport(from, own, { full: true, attachmentsFolder })
    expect(about(again, 'attachment', 501)).toEqual(['its content was deleted in the source; it is empty here'])
    expect(await contents()).toEqual(['', 'a log', 'a file'])
    await runImport(from, own, { full: true, params: { ...params, maxlocalattachment: '0' } })
    expect(await contents()).toEqual(['', 'a log', ''])
    for (const one of [folder, notMounted]) await rm(one, { recursive: true })
    expect(await problemsOf(own)).toEqual([])
  })

  it('continues under another name of the source', async () => {
    const own = memoryStore()
    await runImport(url, own, { sourceName: 'https://old.example.org' })
    await expect(runImport(url, own)).rejects.toThrow('pass --source-was URL')
    const { report } = await runImport(url, own, { sourceWas: 'https://old.example.org' })
    expect(report.counts['user']).toMatchObject({ created: 0, replaced: 0 })
  })

  it('continues in a new snapshot after a lost connection, with the same result', { timeout: 60_000 }, async () => {
    const own = memoryStore()
    const killed = new Set<string>()
    const onProgress = ({ phase }: Progress) => {
      if (killed.has(phase) || phase === 'configuration') return
      killed.add(phase)
      if (killed.size <= 3) void mariadb.disconnect(url)
    }
    const done = await runImport(url, own, { onProgress })
    expect(about(done, 'source', 'connection 1')[0]).toMatch(/^was lost .*; the import continued in a new snapshot$/)
    const [whole, resumed] = [await digestOf(store), await digestOf(own)]
    expect(Object.keys(whole).filter((entity) => whole[entity] !== resumed[entity])).toEqual([])
    expect(await problemsOf(own)).toEqual([])
  })

  it('imports rights and parameters if the connection is lost once it has created the tracker', async () => {
    const own = memoryStore()
    let isDue = false
    const onNew = () => void (isDue = true)
    const opened = await openBugzillaDb({ from: url, timeZone: 'Europe/Vienna', params, onNew })
    const losing: typeof opened.source.rows = async (...query) => {
      if (!isDue) return opened.source.rows(...query)
      isDue = false
      throw new ConnectionLost('it was lost')
    }
    await importBugzillaDb({ ...opened, source: { ...opened.source, rows: losing } }, own)
    await opened.close()
    const [whole, resumed] = [await digestOf(store), await digestOf(own)]
    expect(Object.keys(whole).filter((entity) => whole[entity] !== resumed[entity])).toEqual([])
  })

  it('gives up after four lost connections, and resumes later', { timeout: 60_000 }, async () => {
    const own = memoryStore()
    const onProgress = ({ phase }: Progress) => void (phase === 'people' && mariadb.disconnect(url))
    await expect(runImport(url, own, { onProgress })).rejects.toThrow(
      'was lost 4 times: run the same command to resume',
    )
    await runImport(url, own)
    expect(await bugsOf(own)).toHaveLength(43)
  })
})
