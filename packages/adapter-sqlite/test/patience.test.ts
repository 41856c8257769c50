import { createTracker } from '@trackerkit/core'
import { isStoreError } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, expect, it, vi } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** A tracker with more bugs than are looked at between two looks at the clock, and no patience. */
async function openImpatient() {
  const tracker = await createTracker({ store: sqliteStore(':memory:', { queryTimeoutMs: Number.MIN_VALUE }) })
  closings.push(() => tracker.close())
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const place = { product: 'Widgets', version: '1.0', component: 'UI' }
  await system.components.create({
    product: 'Widgets',
    name: 'UI',
    description: 'What people see',
    default_assignee: 'admin@example.com',
  })
  const ids: number[] = []
  for (let bug = 0; bug < 130; bug++) ids.push((await system.bugs.create({ ...place, summary: 'It blinks' })).id)
  return { admin: tracker.as({ login: 'admin@example.com' }), ids }
}

it('a query that keeps SQLite busy for too long is ended, and the query after it is answered', async () => {
  const { admin, ids } = await openImpatient()
  const search = admin.bugs.search({ longdesc: 'nothing like it', longdesc_type: 'notsubstring', count_only: true })
  await expect(search).rejects.toMatchObject({ code: 'search_too_expensive' })
  await expect(search).rejects.not.toSatisfy((error) => isStoreError(error))
  expect((await admin.bugs.get({ ids })).bugs).toHaveLength(130)
})

it('a tracker that another process keeps locked for a minute does not open, instead of waiting on', async () => {
  const { file, remove } = temporaryFile()
  closings.push(async () => remove())
  const other = new Database(file)
  closings.unshift(async () => other.close())
  other.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE')
  const began = Date.now()
  let looks = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => began + 61_000 * looks++)
  const opening = createTracker({ store: sqliteStore(file) })
  await expect(opening).rejects.toMatchObject({ code: 'store_unavailable' })
  clock.mockRestore()
  other.exec('ROLLBACK')
  const tracker = await createTracker({ store: sqliteStore(file) })
  closings.push(() => tracker.close())
})
