// A corpus in a file, as `npm run corpus` makes it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCorpusFile } from './file.js'
import { briefSize } from './sizes.js'

function schemaOf(file: string): unknown[] {
  const db = new Database(file, { readonly: true })
  const all = db.prepare('select type, name, sql from sqlite_schema order by type, name').all()
  db.close()
  return all
}

describe('a corpus in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-corpus-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('has every table, index and trigger of a file that was migrated version by version', async () => {
    const [made, grown] = [join(folder, 'made.db'), join(folder, 'grown.db')]
    await makeCorpusFile(made, { size: { bugs: 20, people: 60, products: 1 }, seed: 1 })
    await (await createTracker({ store: sqliteStore(grown) })).close()
    expect(schemaOf(made)).toEqual(schemaOf(grown))
  })

  it('opens like any other tracker file, without faults or warnings', async () => {
    const file = join(folder, 'brief.db')
    const size = { ...briefSize(300), people: 60, products: 2 }
    expect(await makeCorpusFile(file, { size, seed: 1 })).toBe(900)
    expect(existsSync(`${file}.unfinished`)).toBe(false)
    const warnings: string[] = []
    const store = sqliteStore(file, { logger: { warn: (message) => warnings.push(message) } })
    const tracker = await createTracker({ store })
    expect(await store.verify?.()).toEqual([])
    const { bugs } = await tracker.as({ login: 'user7@example.com' }).bugs.search({ product: 'Product 1', limit: 5 })
    expect(bugs).toHaveLength(5)
    await tracker.close()
    expect(warnings).toEqual([])
  })
})
