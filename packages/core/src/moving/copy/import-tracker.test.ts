import { memoryStore, type MemorySnapshot } from '@trackerkit/adapter-memory'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bareKinds, closedAfterwards, openBare } from '../../../test/bare-stores.js'
import { checkStore } from '../../doctor/check-store.js'
import { migrations } from '../../schema/migrations/index.js'
import type { TrackerSchema } from '../../schema/index.js'
import { schemaAfter } from '../../schema/migrations/replay.js'
import type { PlainStore, Store } from '../../store/index.js'
import { lastBreaking } from '../../schema/known-migrations.js'
import { createTracker } from '../../tracker/tracker.js'
import { exportStore } from './export-store.js'
import { exportTracker, type ExportOptions } from './export-tracker.js'
import { copyStore } from './copy-store.js'
import { importTracker } from './import-tracker.js'

const password = 'correct horse'

/** A tracker with something of most that there is. */
async function filled(): Promise<Store> {
  return closedAfterwards(memoryStore({ from: await (snapshot ??= makeSnapshot()) }))
}

let snapshot: Promise<MemorySnapshot> | undefined

async function makeSnapshot(): Promise<MemorySnapshot> {
  const store = memoryStore()
  const kept: Store = { ...store, close: () => undefined }
  const tracker = await createTracker({ store: kept, administrator: { password, api_key: 'AdminKey1234567890' } })
  const system = tracker.asSystem('admin@example.com')
  await system.groups.create({ name: 'insiders', description: 'Those who know' })
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const part = { product: 'Widgets', name: 'UI', description: 'Looks', default_assignee: 'admin@example.com' }
  await system.components.create(part)
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', op_sys: 'All', platform: 'All' }
  for (const summary of ['It blinks', 'Ünïcode \u{1f600}', 'Third']) await system.bugs.create({ ...bug, summary })
  await system.bugs.update({ ids: [2], depends_on: { add: [1] }, status: 'RESOLVED', resolution: 'FIXED' })
  const data = Uint8Array.from({ length: 100_000 }, (_, n) => n % 251)
  await system.attachments.create({ ids: [1], data, file_name: 'a', summary: 'A', content_type: 'text/plain' })
  await tracker.close()
  return store.snapshot()
}

async function linesOf(store: Store, options?: ExportOptions): Promise<string[]> {
  const lines: string[] = []
  await exportTracker(store, (line) => void lines.push(line), options)
  return lines
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** All rows without the feed's epoch, which an import replaces. */
async function contentOf(store: Store): Promise<string[]> {
  const lines: string[] = []
  await exportStore(store, (line) => void lines.push(line.replace(/"feed_epoch":"\w+"/, '')))
  return lines
}

/** The lines with an end that fits them. */
function ended(lines: readonly string[]): string[] {
  const digest = createHash('sha256')
  for (const line of lines.slice(1)) digest.update(`${line}\n`)
  return [...lines, JSON.stringify({ rows: lines.length - 1, sha256: digest.digest('hex') })]
}

/**
 * The line as an older version after this many migrations would have written it, without what that version did not
 * have.
 */
function lineOfOlder(line: string, migration: number): string[] {
  const known = schemaAfter(migrations.slice(0, migration))
  const [entity, row] = JSON.parse(line) as [string, Record<string, unknown>]
  const columns = known[entity]?.columns
  if (!columns) return []
  const entries = Object.entries(row).filter(([column]) => column in columns)
  const older = Object.fromEntries(entries)
  return [JSON.stringify([entity, 'schema_version' in older ? { ...older, schema_version: migration } : older])]
}

describe('importTracker', () => {
  it.each(bareKinds)('makes a tracker that is equal to the one that was exported, in %s', async (kind) => {
    const [from, to] = [await filled(), await openBare(kind)]
    const lines = await linesOf(from)
    expect(await importTracker(each(lines), to)).toBe(lines.length - 2)
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(await checkStore(to, () => undefined)).toBe(0)
    const again = await openBare()
    await importTracker(each(await linesOf(to)), again)
    expect(await contentOf(again)).toEqual(await contentOf(to))
    const tracker = await createTracker({ store: { ...to, close: () => undefined } })
    const { token } = await tracker.as(null).sessions.create({ login: 'admin@example.com', password })
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'Next' }
    expect(await tracker.as({ token }).bugs.create(bug)).toMatchObject({ id: 4 })
    await tracker.close()
  })

  it('does not give the number of a bug that was deleted to another one, nor does a copy', async () => {
    const from = await filled()
    const before = await createTracker({ store: { ...from, close: () => undefined } })
    const admin = before.asSystem('admin@example.com')
    await admin.parameters.update({ parameters: { allowbugdeletion: true } })
    await admin.bugs.delete({ ids: [3], reason: 'Asked for' })
    await before.close()
    const [imported, copied] = [await openBare(), await openBare('sqlite')]
    await importTracker(each(await linesOf(from)), imported)
    await copyStore(from, copied)
    for (const store of [imported, copied]) {
      const tracker = await createTracker({ store })
      const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'Next' }
      expect(await tracker.asSystem('admin@example.com').bugs.create(bug)).toMatchObject({ id: 4 })
      await tracker.close()
    }
  })

  it('restarts the change feed, which makes readers of the old tracker start over', async () => {
    const [from, to] = [await filled(), await openBare()]
    await importTracker(each(await linesOf(from)), to)
    const epochs = [from, to].map(async (store) => {
      const tracker = await createTracker({ store: { ...store, close: () => undefined } })
      return (await tracker.asSystem().changes.get({ since: 'now' })).next
    })
    const [one = '', two = ''] = await Promise.all(epochs)
    expect(one.split('.')[1]).toBe(two.split('.')[1])
    expect(one.split('.')[0]).not.toBe(two.split('.')[0])
  })

  it('takes an export of an older version, and brings it up to date', async () => {
    const from = await filled()
    const [, ...lines] = (await linesOf(from)).slice(0, -1)
    const older = lines.flatMap((line) => lineOfOlder(line, 9))
    const to = await openBare('sqlite')
    await importTracker(each(ended(['{"trackerkit_store":1,"migration":9}', ...older])), to)
    // Version 9 has other rows for visits.
    const kept = (await contentOf(from)).filter((line) => !line.startsWith('["bug_marks"'))
    expect(await contentOf(to)).toEqual(
      kept.map((line) =>
        line
          .replace(/"schema_version":\d+/, `"schema_version":${lastBreaking}`)
          // It does not know which products changed last.
          .replace(/"product_changes":"[^"]+"/, '"product_changes":null')
          // It does not know by whom bugs were changed last.
          .replace(/"last_changer_id":\d+/, '"last_changer_id":null')
          .replace(/"others_changed_at":"[^"]+"/, '"others_changed_at":null'),
      ),
    )
    const tracker = await createTracker({ store: to })
    expect((await tracker.asSystem().bugs.get({ ids: [2] })).bugs).toMatchObject([{ depends_on: [1] }])
  })

  it.each(bareKinds)('keeps the inboxes and follows of a version without the times of follows, in %s', async (kind) => {
    const from = await filled()
    const before = await createTracker({ store: { ...from, close: () => undefined } })
    await before.asSystem().users.create({ email: 'bob@example.com' })
    const bob = before.as({ login: 'bob@example.com' })
    const admin = before.as({ login: 'admin@example.com' })
    await bob.follows.update({ add: [{ product: 'Widgets', scope: 'all' }, { bug: 1 }], mute: [{ bug: 2 }] })
    for (const id of [1, 2, 3]) await admin.comments.create({ id, comment: 'Hello' })
    await bob.comments.create({ id: 3, comment: 'The last change is by bob' })
    const shown = async (tracker: typeof before) => {
      const { inbox, follows } = tracker.as({ login: 'bob@example.com' })
      const { items, count } = await inbox.get()
      return [items.map(({ bug, comments }) => [bug.id, comments]), count, await follows.get()]
    }
    const expected = await shown(before)
    expect(expected[1]).toBe(2)
    await before.close()
    const older = (await linesOf(from)).slice(1, -1).flatMap((line) => lineOfOlder(line, 42))
    expect(older.join('\n')).not.toMatch(/following_off|scope_since|last_changer_id/)
    const to = await openBare(kind)
    await importTracker(each(ended(['{"trackerkit_store":1,"migration":42}', ...older])), to)
    const after = await createTracker({ store: { ...to, close: () => undefined } })
    expect(await shown(after)).toEqual(expected)
    expect(await checkStore(to, () => undefined)).toBe(0)
    await after.as({ login: 'bob@example.com' }).follows.update({ off: [{ bug: 1 }] })
    await after.as({ login: 'admin@example.com' }).comments.create({ id: 3, comment: 'Hello again' })
    expect((await shown(after)).slice(0, 2)).toEqual([[[3, 2]], 1])
    await after.close()
  })

  it('ends the second factor of sessions from before the proofs of linked accounts were noted', async () => {
    const from = await filled()
    const tracker = await createTracker({ store: { ...from, close: () => undefined } })
    await tracker.as(null).sessions.create({ login: 'admin@example.com', password })
    await tracker.close()
    const lines = (await linesOf(from)).slice(1, -1).flatMap((line) => lineOfOlder(line, 41))
    const older = lines.map((line) => line.replace('"has_second_factor":false', '"has_second_factor":true'))
    const to = await openBare('sqlite')
    await importTracker(each(ended(['{"trackerkit_store":1,"migration":41}', ...older])), to)
    const sessions = (await contentOf(to)).filter((line) => line.startsWith('["tokens"'))
    expect(older.join('\n')).toContain('"has_second_factor":true')
    expect(sessions).toEqual([expect.stringContaining('"has_second_factor":false')])
  })

  it('omits credentials when the export asks for that, and creates a working tracker', async () => {
    const [from, to] = [await filled(), await openBare()]
    const lines = await linesOf(from, { withoutSecrets: true })
    const { secret } = JSON.parse(
      /\["installation",(.*)\]$/m.exec((await linesOf(from)).join('\n'))?.[1] as string,
    ) as { secret: string }
    for (const hidden of ['scrypt', '"api_keys"', '"tokens"', secret]) expect(lines.join('\n')).not.toContain(hidden)
    await importTracker(each(lines), to)
    expect(await checkStore(to, () => undefined)).toBe(0)
    const tracker = await createTracker({ store: to })
    const login = tracker.as(null).sessions.create({ login: 'admin@example.com', password })
    await expect(login).rejects.toMatchObject({ code: 'invalid_login_or_password' })
    const [bug] = (await tracker.as({ login: 'admin@example.com' }).bugs.get({ ids: [1] })).bugs
    expect(bug?.update_token).toMatch(/./)
  })

  it('marks links of users with a password as made with one factor when it omits passwords', async () => {
    const from = await filled()
    const tracker = await createTracker({ store: { ...from, close: () => undefined } })
    const { id } = await tracker.asSystem().users.create({ email: 'bob@example.com' })
    await tracker.close()
    const link = { issuer: 'https://acme.example.com', digest: '', kind: 'linked', shown_as: null }
    const dates = { creation_time: null, last_login: null }
    const links = [
      { ...link, subject: '1', user_id: 1, linked_with: null },
      { ...link, subject: '2', user_id: id, linked_with: null },
      { ...link, subject: '3', user_id: 1, linked_with: 'provider' },
    ]
    const rows = links.map((one) => ({ ...one, ...dates }))
    await (from as unknown as Store<TrackerSchema>).write(async (tx) => tx.insert('external_accounts', rows))
    const proofs = async (options?: ExportOptions) =>
      (await linesOf(from, options)).flatMap((line) => /"linked_with":([^,}]+)/.exec(line)?.[1] ?? [])
    expect(await proofs()).toEqual(['null', 'null', '"provider"'])
    expect(await proofs({ withoutSecrets: true })).toEqual(['"one_factor"', 'null', '"provider"'])
  })

  it('refuses lines that are none, names the line, and leaves nothing', async () => {
    const lines = await linesOf(await filled())
    const [head = '', first = ''] = lines
    const rows = lines.slice(1, -1)
    const cases: (readonly [readonly string[], number, RegExp])[] = [
      [[], 1, /does not begin an export/],
      [['{"trackerkit_store":2,"migration":1}'], 1, /does not begin an export/],
      [rows, 1, /does not begin an export/],
      [lines.slice(0, -1), lines.length - 1, /cut off/],
      [[...lines, first], lines.length + 1, /after the last/],
      [[head, '{', ...rows], 2, /not JSON/],
      [[head, '["nothing",{}]'], 2, /names nothing/],
      [[head, '["keywords",{"id":1}]'], 2, /no text as name of keywords/],
      [[head, '["keywords",{"id":"1"}]'], 2, /no int as id of keywords/],
      [[head, '["keywords",{"other":1}]'], 2, /a column "other"/],
      [[head, '["keywords",7]'], 2, /no row of keywords/],
      [[head, '{"rows":"many"}'], 2, /neither a row nor the end/],
      [lines.toSpliced(1, 1), lines.length - 1, /does not match the rows/],
      [ended([head, ...rows.toReversed()]), lines.length, /not in the order/],
      [ended([head]), 1, /without a tracker/],
    ]
    const to = await openBare()
    for (const [given, line, message] of cases) {
      const refused = importTracker(each(given), to)
      await expect(refused).rejects.toMatchObject({ code: 'import_line_invalid', number: 1431, data: { line } })
      await expect(refused).rejects.toThrow(message)
    }
    expect(await contentOf(to)).toEqual([])
    await importTracker(each(lines), to)
  })

  it('refuses an export of a newer version, and a store that holds anything, which it leaves', async () => {
    const to = await openBare()
    const newer = importTracker(each([`{"trackerkit_store":1,"migration":${migrations.length + 1}}`]), to)
    await expect(newer).rejects.toMatchObject({ code: 'import_newer', number: 1433 })
    const other = await filled()
    const lines = await linesOf(other)
    const before = await contentOf(other)
    const refused = importTracker(each(lines), other)
    await expect(refused).rejects.toMatchObject({ code: 'import_target_not_empty', data: { holds: 'installation' } })
    expect(await contentOf(other)).toEqual(before)
  })

  it('holds a small part of a large export at once', async () => {
    const to = await openBare()
    const sizes: number[] = []
    const counting: Store = {
      ...to,
      write: (work) =>
        to.write((tx) => {
          const plain = tx as unknown as Parameters<Parameters<PlainStore['write']>[0]>[0]
          const insert: typeof plain.insert = (into, rows) => {
            sizes.push(rows.length)
            return plain.insert(into, rows)
          }
          return work({ ...plain, insert } as unknown as typeof tx)
        }),
    }
    const [head = '', ...rest] = (await linesOf(await filled())).slice(0, -1)
    const cc = Array.from({ length: 2500 }, (_, n) => `["bug_cc",{"user_id":1,"bug_id":${n + 10}}]`)
    await importTracker(each(ended([head, ...rest, ...cc])), counting)
    expect(Math.max(...sizes)).toBe(1000)
  })
})
