import { expect, it } from 'vitest'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

/** Three changes, a minute apart. */
async function change(world: World) {
  const admin = world.as('admin')
  await admin.groups.update({ names: ['secret'], description: 'First' })
  world.clock.advance(60)
  await admin.products.update({ names: ['Widgets'], description: 'Second' })
  world.clock.advance(60)
  await world.tracker.asSystem().groups.update({ names: ['insiders'], description: 'Third' })
}

onAnyStore('audit.get', (open) => {
  it('lists changes with author and time, newest first', async () => {
    const world = await open()
    const start = world.clock.now()
    await change(world)
    const { audit_log, ...rest } = await world.as('admin').audit.get()
    expect(audit_log.map((entry) => entry.added)).toEqual(['Third', 'Second', 'First'])
    expect(audit_log[0]).toMatchObject({ user: null, class: 'Group', at: world.clock.now() })
    expect(audit_log[2]).toEqual({
      id: audit_log[2]?.id,
      at: start,
      user: 'admin@example.com',
      class: 'Group',
      object_id: await groupId(world, 'secret'),
      field: 'description',
      removed: 'The secret group',
      added: 'First',
    })
    expect(rest).toEqual({ total_matches: 3 })
  })

  it('finds entries of some kinds, of one object or of a time', async () => {
    const world = await open()
    const start = world.clock.now()
    await change(world)
    const added = async (input: object) =>
      (await world.as('admin').audit.get(input)).audit_log.map((entry) => entry.added)
    expect(await added({ class: 'Group' })).toEqual(['Third', 'First'])
    expect(await added({ class: ['Tracker::Product', 'User'] })).toEqual(['Second'])
    expect(await added({ class: 'Group', object_id: await groupId(world, 'secret') })).toEqual(['First'])
    expect(await added({ since: new Date(start.getTime() + 60_000) })).toEqual(['Third', 'Second'])
    expect(await added({ since: new Date(start.getTime() + 120_001) })).toEqual([])
  })

  it('says when a limit has cut the answer', async () => {
    const world = await open()
    await change(world)
    const first = await world.as('admin').audit.get({ limit: 2 })
    expect(first).toMatchObject({ audit_log: [{ added: 'Third' }, { added: 'Second' }], limit: '2', offset: 0 })
    const rest = await world.as('admin').audit.get({ limit: 2, offset: 2 })
    expect(rest).toMatchObject({ audit_log: [{ added: 'First' }], total_matches: 3 })
    expect(rest).not.toHaveProperty('limit')
    await expect(world.as('admin').audit.get({ limit: 0 })).rejects.toMatchObject({ number: 55 })
  })

  it('is for administrators', async () => {
    const world = await open()
    await expect(world.as(null).audit.get()).rejects.toMatchObject({ code: 'login_required', number: 410 })
    await join(world, 'alice', 'editusers')
    await expect(world.as('alice').audit.get()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await join(world, 'alice', 'admin')
    expect(await world.as('alice').audit.get()).toMatchObject({ audit_log: [] })
  })

  it('takes as many selects for many entries as for one', async () => {
    const world = await open()
    await change(world)
    const counting = countingStore(world.store)
    const other = (await createTracker({ store: counting.store })).as({ login: 'admin@example.com' })
    const queries = async (limit: number) => {
      await other.audit.get({ limit })
      counting.queries.length = 0
      await other.audit.get({ limit, offset: 1 })
      return counting.queries.length
    }
    expect(await queries(2)).toBe(await queries(1))
  })
})
