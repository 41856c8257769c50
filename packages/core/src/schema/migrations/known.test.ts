// A process that goes on running while a newer one migrates the store that both use.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { freshDatabase } from '@trackerkit/test-postgres'
import { describe, expect, it } from 'vitest'
import { memoryMailer } from '../../mail/memory-mailer.js'
import { nullable, text, type Migration, type Store } from '../../store/index.js'
import { createTracker } from '../../tracker.js'
import { schema } from '../schema.js'
import { breaking } from './breaking.js'
import { migrations } from './index.js'

const next = migrations.length + 1
const additive: Migration = {
  id: next,
  name: 'something more',
  breaking: false,
  steps: [{ addColumn: 'bugs', name: 'something', column: nullable(text()) }],
}
const rebuilt = breaking({ id: next + 1, name: 'users are elsewhere', steps: [{ dropEntity: 'users' }] })

interface Shared {
  readonly open: () => Store
  readonly remove: () => void
}

const shared: Readonly<Record<string, () => Promise<Shared>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
    return { open: () => sqliteStore(join(folder, 'test.db')), remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { url } = await freshDatabase()
    return { open: () => postgresStore(url), remove: () => undefined }
  },
}

describe.each(Object.entries(shared))('a process that has become too old for its store (%s)', (_kind, share) => {
  it('goes on after what it can do without knowing, and stops at once after what it cannot', async () => {
    const { open, remove } = await share()
    const password = 'correct horse'
    const logger = { warn: () => undefined, error: () => undefined }
    const administrator = { login: 'admin@example.com', password }
    const old = await createTracker({ store: open(), administrator, mailer: memoryMailer(), logger })
    const admin = old.as({ login: 'admin@example.com' })
    const newer = open()

    await newer.migrate(schema, [...migrations, additive])
    const keyword = { name: 'hard', description: 'Takes long' }
    await admin.keywords.create(keyword)
    expect((await admin.keywords.get({})).keywords).toMatchObject([keyword])

    await newer.migrate(schema, [...migrations, additive, rebuilt])
    const uses = [
      () => admin.keywords.get({}),
      () => admin.keywords.create({ ...keyword, name: 'easy' }),
      () => old.as(null).server.version(),
      () => old.as({ login: 'admin@example.com', password }).users.whoami(),
      () => old.as(null).sessions.create({ login: 'admin@example.com', password }),
    ]
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: 'schema_newer', number: 32000 })
    const late = open()
    await expect(createTracker({ store: late })).rejects.toMatchObject({ code: 'schema_newer' })
    for (const one of [old, newer, late]) await one.close()
    remove()
  })
})
