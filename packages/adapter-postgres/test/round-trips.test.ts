import { createTracker, type Tracker } from '@trackerkit/core'
import { countRoundTrips, freshDatabase, type RoundTrips } from '@trackerkit/test-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/index.js'

let trips: RoundTrips
let tracker: Tracker
let ids: number[]
beforeAll(async () => {
  trips = await countRoundTrips((await freshDatabase()).url)
  tracker = await createTracker({ store: postgresStore(trips.url) })
  const system = tracker.asSystem('admin@example.com')
  await system.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  ids = []
  for (let n = 0; n < 60; n++) {
    const cc = ['admin@example.com']
    const { id } = await system.bugs.create({ ...newBug, depends_on: ids.slice(-2), cc, alias: [`alias-${n}`] })
    ids.push(id)
  }
})
afterAll(async () => {
  await tracker.close()
  await trips.close()
})

const newBug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const admin = () => tracker.as({ login: 'admin@example.com' })

/** The round trips of a repeated `task`, its COMMIT included; BEGIN travels with the first query. */
async function tripsOf(task: () => Promise<unknown>): Promise<number> {
  for (let times = 0; times < 3; times++) await task()
  return trips.count(task)
}

describe('round trips to PostgreSQL', () => {
  it('are at most 6 to read bugs, however many bugs', async () => {
    const one = await tripsOf(() => admin().bugs.get({ ids: [ids[5] as number] }))
    const all = await tripsOf(() => admin().bugs.get({ ids }))
    const found = await tripsOf(() => admin().bugs.search({ product: ['Widgets'], limit: 50 }))
    expect(one).toBeGreaterThan(3)
    expect(Math.max(one, all, found)).toBeLessThanOrEqual(6)
    expect(all).toBe(one)
  })

  it('are three to read a bug with dependencies, and the COMMIT', async () => {
    expect(await tripsOf(() => admin().bugs.get({ ids: [ids[0] as number] }))).toBe(4)
  })

  it('are four to add a comment, and the COMMIT', async () => {
    expect(await tripsOf(() => admin().comments.create({ id: ids[0] as number, comment: 'So it does.' }))).toBe(5)
  })

  it('are five to change a bug with a comment, and the COMMIT', async () => {
    let n = 0
    const update = () =>
      admin().bugs.update({ ids: [ids[0] as number], whiteboard: `changed ${n++}`, comment: { body: 'Changed.' } })
    expect(await tripsOf(update)).toBe(6)
  })

  it('of a read include the COMMIT, which is not awaited', async () => {
    // The installation is one question.
    expect(await tripsOf(() => tracker.as(null).server.version())).toBeLessThanOrEqual(2)
  })
})
