// A tracker of 10,000 bugs and some that are as heavy as can be, in a file that is kept between runs: making it takes half a minute.
import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, memoryMailer, openImporter, type WebhookSender } from '@trackerkit/core'
import { migrations, schema, type TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { makeCorpusFile } from '../../../../corpus/file.js'
import { sizes } from '../../../../corpus/sizes.js'
import { password_hash } from '../harness.js'
import { heavyRecords } from './heavy-records.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const folder = join(root, 'node_modules/.cache/trackerkit-blocks')

/** Changes with whatever the file depends on. */
function keyOfFile(): string {
  const hash = createHash('sha256').update(JSON.stringify([schema, migrations.length]))
  const makers = readdirSync(join(root, 'corpus')).filter((name) => !name.endsWith('.test.ts'))
  for (const name of makers.toSorted()) hash.update(readFileSync(join(root, 'corpus', name)))
  for (const name of ['large-tracker.ts', 'heavy-records.ts'])
    hash.update(readFileSync(fileURLToPath(new URL(name, import.meta.url))))
  return hash.digest('hex').slice(0, 16)
}

/** Makes the file unless it is there. Processes that do so at once each make their own. */
async function fileOfLargeTracker(): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const name = `${keyOfFile()}.db`
  const names = readdirSync(folder)
  if (names.includes(name)) return join(folder, name)
  for (const old of names.filter((one) => isAbandoned(join(folder, one)))) rmSync(join(folder, old), { force: true })
  const unfinished = join(folder, `${randomUUID()}.making`)
  await makeCorpusFile(unfinished, { size: sizes['10k'] as NonNullable<(typeof sizes)[string]>, seed: 1 })
  await addHeavyParts(unfinished)
  renameSync(unfinished, join(folder, name))
  return join(folder, name)
}

/** Whether nobody makes or copies it any more. */
function isAbandoned(file: string): boolean {
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 600_000
}

async function addHeavyParts(file: string): Promise<void> {
  const store = sqliteStore(file, { durability: 'normal' })
  const tracker = await createTracker({ store })
  const system = tracker.asSystem('admin@example.com')
  for (const name of ['alice', 'bob', 'eve']) await system.users.create({ email: `${name}@example.com` })
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'What people see' }
  await system.components.create({ ...component, default_assignee: 'alice@example.com' })
  const importer = await openImporter(store, { source: 'heavy records' })
  for (const records of heavyRecords()) {
    for (const { outcome, problems } of await importer.put(records))
      if (outcome !== 'created') throw new Error(`${outcome}: ${problems.join('; ')}`)
  }
  await importer.close()
  const opened = store as unknown as Store<TrackerSchema>
  await opened.write((tx) => tx.update('users', { col: 'id', eq: 1 }, { password_hash }))
  await tracker.close()
}

const silentSender: WebhookSender = {
  check: async () => undefined,
  send: async () => ({ status: 204, headers: {}, body: '' }),
}

/** Opens a copy of it, with a clock that stands still. */
export async function openLargeTracker() {
  const copies = mkdtempSync(join(tmpdir(), 'trackerkit-blocks-'))
  const file = join(copies, 'large.db')
  copyFileSync(await fileOfLargeTracker(), file)
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const mailer = memoryMailer()
  const tracker = await createTracker({
    store: sqliteStore(file, { durability: 'normal', longestQuestion: 60_000 }),
    clock: () => clock.now,
    ...{ mailer, mailOnDemand: true, webhooks: { sender: silentSender, onDemand: true } },
    logger: { warn: () => undefined, error: console.error },
  })
  const { api_key } = await tracker.asSystem('admin@example.com').apiKeys.create({ user: 'admin@example.com' })
  return {
    ...{ tracker, clock, mailer, api_key },
    async close() {
      await tracker.close()
      rmSync(copies, { recursive: true })
    },
  }
}
