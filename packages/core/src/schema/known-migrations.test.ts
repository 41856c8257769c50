// A process keeps running while a newer one migrates their store.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { memoryStore } from '@trackerkit/adapter-memory'
import { freshDatabase } from '@trackerkit/test-postgres'
import { describe, expect, it } from 'vitest'
import { chosenToday, isChosen } from '../../test/chosen-stores.js'
import { copyStore } from '../moving/copy/copy-store.js'
import { exportStore } from '../moving/copy/export-store.js'
import { checkStore } from '../doctor/check-store.js'
import { repairStore } from '../doctor/repair-store.js'
import { memoryMailer } from '../mail/transport/memory-mailer.js'
import { nullable, text, type Migration, type Store } from '../store/index.js'
import { createTracker } from '../tracker/tracker.js'
import { schema, type TrackerSchema, type Writer } from './schema.js'
import { breaking } from './migrations/breaking.js'
import { migrations } from './migrations/index.js'

const next = migrations.length + 1
const additive: Migration = {
  id: next,
  name: 'something more',
  breaking: false,
  steps: [{ addColumn: 'bugs', name: 'something', column: nullable(text()) }],
}
const rebuilt = breaking({
  id: next + 1,
  name: 'users are elsewhere',
  steps: [{ dropEntity: 'users' }, { dropColumn: 'keywords', name: 'description' }],
})

interface Shared {
  readonly open: () => Store
  readonly remove: () => void
}

const shared: Readonly<Record<'sqlite' | 'postgres', () => Promise<Shared>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trackerkit-'))
    return { open: () => sqliteStore(join(folder, 'test.db')), remove: () => rmSync(folder, { recursive: true }) }
  },
  postgres: async () => {
    const { url } = await freshDatabase()
    return { open: () => postgresStore(url), remove: () => undefined }
  },
}

const kinds = (['sqlite', 'postgres'] as const).filter((kind) => isChosen(kind))

describe.each(chosenToday('two processes', kinds))('a process that has become too old for its store (%s)', (kind) => {
  it('continues after a compatible migration, and stops at once after a breaking one', async () => {
    const { open, remove } = await shared[kind]()
    const password = 'correct horse'
    const logger = { warn: () => undefined, error: () => undefined }
    const administrator = { login: 'admin@example.com', password }
    const old = await createTracker({ store: open(), administrator, mail: memoryMailer(), logger })
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

  it('fails in every statement about what is gone, also in background work that began before', async () => {
    const { open, remove } = await shared[kind]()
    const warnings: unknown[] = []
    const logger = {
      warn: (_text: string, { error }: { error?: unknown } = {}) => warnings.push(error),
      error: () => undefined,
    }
    const administrator = { login: 'admin@example.com', password: 'correct horse' }
    const old = await createTracker({ store: open(), administrator, mail: memoryMailer(), logger })
    const [bare, target, newer] = [open(), memoryStore(), open()]
    await bare.migrate(schema, migrations)
    const typed = bare as unknown as Store<TrackerSchema>
    const row = { name: 'hard', name_folded: 'hard', description: '', is_active: true }
    const one = { col: 'id', eq: 1 } as const
    const statements: ((tx: Writer) => unknown)[] = [
      (tx) => tx.select({ from: 'users' }),
      (tx) => tx.count('users'),
      (tx) => tx.select({ from: 'keywords', where: { col: 'description', contains: 'x' }, columns: ['id'] }),
      (tx) => tx.insert('keywords', [row]),
      (tx) => tx.update('keywords', one, { description: 'Other' }),
      (tx) => tx.delete('keywords', { col: 'description', eq: 'x' }),
    ]
    // Once before, so that what databases prepare is prepared.
    for (const statement of statements) await typed.write(async (tx) => void (await statement(tx)))

    await newer.migrate(schema, [...migrations, additive, rebuilt])
    warnings.length = 0
    const newerSchema = { code: 'schema_newer' }
    for (const statement of statements) {
      await expect(typed.write(async (tx) => void (await statement(tx)))).rejects.toMatchObject(newerSchema)
    }
    await expect(typed.read(async (tx) => tx.select({ from: 'users' }))).rejects.toMatchObject(newerSchema)
    await old.deliverMail()
    expect(warnings).not.toEqual([])
    for (const warning of warnings) expect(warning).toMatchObject(newerSchema)
    // These have found the schema as they know it, and then it was changed.
    const overtaken: Store = { ...bare, migrate: () => undefined }
    await expect(checkStore(overtaken, () => undefined)).rejects.toMatchObject(newerSchema)
    await expect(repairStore(overtaken, () => undefined)).rejects.toMatchObject(newerSchema)
    await expect(copyStore(overtaken, target)).rejects.toMatchObject(newerSchema)
    await expect(exportStore(overtaken, () => undefined)).rejects.toMatchObject(newerSchema)
    await expect(createTracker({ store: overtaken, mail: memoryMailer(), logger })).rejects.toMatchObject(newerSchema)
    for (const store of [old, bare, target, newer]) await store.close()
    remove()
  })
})
