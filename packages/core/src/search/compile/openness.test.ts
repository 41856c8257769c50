import { expect, it } from 'vitest'
import { at, file } from '../../../test/bugs.js'
import { onEveryStore } from '../../../test/harness.js'

onEveryStore('the open and closed bugs of an assignee', (open) => {
  it('are those whose status is open or closed, in each order', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    await system.fieldValues.create({ field: 'bug_status', name: 'WAITING', is_open: true })
    const ids: Record<string, number> = {}
    for (const [name, assigned_to] of [
      ['new', 'bob'],
      ['fixed', 'bob'],
      ['started', 'bob'],
      ['other', 'eve'],
    ] as const)
      ids[name] = (await file(world, { assigned_to: at(assigned_to) })).id
    const ivan = world.as('ivan').bugs
    await ivan.update({ ids: [ids['fixed'] ?? 0], status: 'RESOLVED', resolution: 'FIXED' })
    world.clock.advance(60)
    await ivan.update({ ids: [ids['started'] ?? 0], status: 'IN_PROGRESS' })
    world.clock.advance(60)
    await ivan.update({ ids: [ids['new'] ?? 0], whiteboard: 'changed last' })
    const found = async (input: object) => {
      const { bugs } = await ivan.search({ assigned_to: at('bob'), ...input })
      return bugs.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id))
    }
    expect(await found({ status: '__open__' })).toEqual(['new', 'started'])
    expect(await found({ status: '__open__', order: 'changeddate' })).toEqual(['started', 'new'])
    expect(await found({ status: '__closed__', order: 'changeddate DESC' })).toEqual(['fixed'])
    expect(await found({ status: ['IN_PROGRESS', 'RESOLVED'] })).toEqual(['fixed', 'started'])
    expect(await found({ status: ['__open__', 'RESOLVED'], order: 'changeddate' })).toEqual(['fixed', 'started', 'new'])
  })
})
