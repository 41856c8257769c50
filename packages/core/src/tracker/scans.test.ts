import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { createTracker } from './tracker.js'
import type { AnyOperation } from '../call/define/operation.js'
import { operations } from './operations.js'
import type { ReadOptions, Store } from '../store/index.js'

/** Opens a tracker for which time does not advance, and records the options of each read of its store. */
async function openTold() {
  const told: ReadOptions['scan'][] = []
  const bare = memoryStore()
  const store: Store = {
    ...bare,
    read(work, options) {
      told.push(options?.scan)
      return bare.read(work, options)
    },
  }
  const tracker = await createTracker({ store, testing: { stopwatch: () => 0 }, timeoutSeconds: 3 })
  const toldOf = async (use: () => Promise<unknown>) => {
    told.length = 0
    await use()
    return told
  }
  return { tracker, toldOf }
}

it('a store is informed which reads may scan very many rows, and of their remaining time', async () => {
  const { tracker, toldOf } = await openTold()
  const admin = tracker.as({ login: 'admin@example.com' })
  const scans = [{ timeout: 3000, isAnonymous: false }]
  expect(await toldOf(() => admin.bugs.search({ summary: 'x' }))).toEqual(scans)
  expect(await toldOf(() => admin.bugs.possibleDuplicates({ summary: 'It blinks' }))).toEqual(scans)
  expect(await toldOf(() => admin.users.get({ match: ['adm'] }))).toEqual(scans)
  expect(await toldOf(() => admin.users.get({ names: ['admin@example.com'] }))).toEqual([undefined])
  expect(await toldOf(() => admin.bugs.get({ ids: [] }))).toEqual([undefined])
  const system = tracker.asSystem()
  const ofSystem = [{ timeout: Infinity, isAnonymous: false }]
  expect(await toldOf(() => system.bugs.search({ summary: 'x' }))).toEqual(ofSystem)
  await tracker.close()
})

it('a store is informed which scans are of anonymous callers', async () => {
  const { tracker, toldOf } = await openTold()
  const scans = [{ timeout: 3000, isAnonymous: true }]
  expect(await toldOf(() => tracker.as(null).bugs.search({ summary: 'x' }))).toEqual(scans)
  await tracker.close()
})

it('every operation that may scan declares search_too_expensive', () => {
  const all = Object.values(operations).flatMap((resource) => Object.values<AnyOperation>(resource))
  const scanning = all.filter((operation) => 'reads' in operation)
  expect(new Set(scanning.map(({ name }) => name))).toEqual(
    new Set([
      'audit.get',
      'bugs.board',
      'bugs.count',
      'bugs.possibleDuplicates',
      'bugs.search',
      'bugs.trend',
      'comments.searchTags',
      'inbound.list',
      'mail.list',
      'requests.get',
      'server.suggest',
      'users.get',
    ]),
  )
  for (const { errors } of scanning) expect(errors).toContain('search_too_expensive')
})
