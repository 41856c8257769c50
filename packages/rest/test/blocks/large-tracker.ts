// A tracker of 10,000 bugs and some that are as heavy as can be, in a file that is kept between runs: making it takes half a minute.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, memoryMailer } from '@trackerkit/core'
import { openImporter } from '@trackerkit/core/moving'
import type { WebhookSender } from '@trackerkit/core/host'
import type { TrackerSchema } from '@trackerkit/core/schema'
import type { Store } from '@trackerkit/core/store'
import { makeCorpusFile } from '../../../../corpus/file.js'
import { keptFolder } from '../../../../corpus/kept.js'
import { sizes } from '../../../../corpus/sizes.js'
import { knowingAdmin } from '../every-request.js'
import { password_hash } from '../harness.js'
import { heavyRecords } from './heavy-records.js'

const name = 'large.db'
const makers = ['large-tracker.ts', 'heavy-records.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)))

/** Makes the file unless it is there. */
export async function fileOfLargeTracker(): Promise<string> {
  const folder = await keptFolder('blocks', makers, async (made) => {
    const file = join(made, name)
    await makeCorpusFile(file, { size: sizes['10k'] as NonNullable<(typeof sizes)[string]>, seed: 1 })
    await addHeavyParts(file)
  })
  return join(folder, name)
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

/** Opens a copy of it with a stopped clock. */
export async function openLargeTracker() {
  const copies = mkdtempSync(join(tmpdir(), 'trackerkit-blocks-'))
  const file = join(copies, name)
  copyFileSync(await fileOfLargeTracker(), file)
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const mailer = memoryMailer()
  const tracker = await createTracker({
    logins: { providers: [{ provider: knowingAdmin() }] },
    store: sqliteStore(file, { durability: 'normal', queryTimeoutMs: 60_000 }),
    testing: { clock: () => clock.now },
    mail: { mailer, onDemand: true },
    webhooks: { sender: silentSender, onDemand: true },
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
