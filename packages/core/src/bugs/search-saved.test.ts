import { expect, it } from 'vitest'
import { addBugs } from '../../test/bug-rows.js'
import { onEveryStore } from '../../test/harness.js'
import { add, userId } from '../../test/people.js'

const noon = new Date('2026-03-01T12:00:00Z')

onEveryStore('bugs.search: saved searches', (open) => {
  it('runs them by name for their owner, joined with what else is asked for', async () => {
    const world = await open()
    await addBugs(world.store, noon, [
      { id: 1, summary: 'b crash' },
      { id: 2, summary: 'a crash', product: 'Gadgets' },
      { id: 3, summary: 'else' },
    ])
    const query = 'short_desc=cr%61sh&product=Widgets&product=Gadgets&order=short_desc&f1=bug_id&o1=lessthan&v1=9'
    const row = { user_id: await userId(world, 'alice'), kind: 'search', name: 'My Crashes', name_folded: 'my crashes' }
    await add(world, 'saved_searches', [{ ...row, query }])
    const found = async (who: string | null, criteria: object) => {
      const { bugs } = await world.as(who).bugs.search({ ...criteria, include_fields: ['id'] })
      return bugs.map((bug) => bug.id)
    }
    expect(await found('alice', { savedsearch: 'my crashes' })).toEqual([2, 1])
    expect(await found('alice', { savedsearch: 'My Crashes', order: 'bug_id' })).toEqual([1, 2])
    expect(await found('alice', { savedsearch: 'My Crashes', product: 'Gadgets' })).toEqual([2])
    expect(await found('alice', { savedsearch: 'My Crashes', f1: 'bug_id', o1: 'lessthan', v1: 2 })).toEqual([1])
    const absent = { code: 'object_does_not_exist', data: { field: 'savedsearch', value: 'My Crashes' } }
    await expect(found('bob', { savedsearch: 'My Crashes' })).rejects.toMatchObject(absent)
    await expect(found(null, { savedsearch: 'My Crashes' })).rejects.toMatchObject({ code: 'login_required' })
  })
})
