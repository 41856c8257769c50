import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { describe, expect, it } from 'vitest'
import { restoreAll } from './undo-bulk.js'

const login = 'admin@example.com'

async function threeBugs() {
  const administrator = { login, password: 'correct horse battery' }
  // Each change is in another second: a time without a fraction stands for all of its second.
  let seconds = 0
  const testing = { clock: () => new Date(Date.UTC(2026, 2, 1) + (seconds += 5) * 1000) }
  const tracker = await createTracker({ store: memoryStore(), administrator, testing })
  const system = tracker.asSystem(login)
  await system.products.create({ name: 'Widgets', description: 'About widgets', version: '1.0' })
  await system.components.create({ product: 'Widgets', name: 'UI', description: 'UI', default_assignee: login })
  const { bugs } = tracker.as({ login })
  const ids: number[] = []
  for (const summary of ['Rattles', 'Hums', 'Clicks'])
    ids.push((await bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary })).id)
  return { bugs, ids }
}

describe('undoing a change of several bugs', () => {
  it('restores the other bugs of the same update and of later ones when a bug has changed since', async () => {
    const { bugs, ids } = await threeBugs()
    const [first = 0, second = 0, third = 0] = ids
    const changed = await bugs.update({ ids, priority: 'High' })
    const expected_last_change_time = changed.bugs[0]?.last_change_time ?? new Date(0)
    await bugs.update({ ids: [first], severity: 'major' })
    const ways = [
      { ids: [first, second], expected_last_change_time, priority: 'Low' },
      { ids: [third], expected_last_change_time, priority: 'Lowest' },
    ]
    const missing = await restoreAll(bugs, ways, 'Failed')
    expect(missing).toMatchObject([{ id: first, name: 'conflict' }])
    const now = await bugs.get({ ids })
    expect(now.bugs.map(({ priority }) => priority)).toEqual(['High', 'Low', 'Lowest'])
  })
})
