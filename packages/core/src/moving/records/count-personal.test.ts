import { expect, it } from 'vitest'
import { at } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'
import { countPersonal } from './count-personal.js'

onAnyStore('countPersonal', (openWorld) => {
  it('counts saved searches, shared ones, reports and scheduled searches of each person', async () => {
    const world = await openWorld()
    const alice = world.as('alice').savedSearches
    await world.as('admin').users.update({ names: [at('alice')], groups: { add: ['bz_canusewhines', 'editbugs'] } })
    const { id } = await alice.save({ name: 'Mine', query: 'product=Widgets' })
    await alice.save({ name: 'Ours', query: 'priority=High', shared_with: 'editbugs' })
    await alice.save({ name: 'Chart', query: 'x=status', kind: 'report' })
    const timing = { days: ['monday' as const], hours: [8] }
    await world.as('alice').schedules.create({ saved_search_id: id, ...timing })
    await world.as('alice').schedules.create({ kind: 'digest', ...timing })
    await world.as('bob').savedSearches.save({ name: 'Mine', query: 'product=Widgets' })
    expect([...(await countPersonal(world.store))]).toEqual([
      [at('alice'), { searches: 2, sharedSearches: 1, reports: 1, schedules: 1 }],
      [at('bob'), { searches: 1, sharedSearches: 0, reports: 0, schedules: 0 }],
    ])
  })
})
