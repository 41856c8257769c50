import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { add, groupId, userId } from '../../../test/people.js'

const noon = new Date('2026-03-01T12:00:00Z')

onAnyStore('bugs.search: saved searches', (open) => {
  it('are run by name for their owner, joined with the other criteria', async () => {
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
    expect(await found('alice', { namedcmd: 'MY CRASHES', cmdtype: 'runnamed' })).toEqual([2, 1])
    expect(await found('alice', { savedsearch: ' ', namedcmd: '' })).toEqual([1, 2, 3])
    expect(await found('alice', { savedsearch: 'My Crashes', sharer_id: row.user_id })).toEqual([2, 1])
  })

  it('are refused if they name another one, of which they would find everything', async () => {
    const world = await open()
    const row = { user_id: await userId(world, 'alice'), kind: 'search', name: 'Old', name_folded: 'old' }
    await add(world, 'saved_searches', [{ ...row, query: 'namedcmd=Mine&product=Widgets' }])
    await expect(world.as('alice').bugs.search({ savedsearch: 'Old' })).rejects.toMatchObject({
      code: 'param_invalid',
      data: { field: 'savedsearch', value: 'Mine' },
    })
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'that were saved with the key %s are run where names that mean nothing are left out',
    async (key) => {
      const world = await open()
      await addBugs(world.store, noon, [{ id: 1 }])
      await world.as('alice').savedSearches.save({ name: 'Odd', query: `${key}=1&bug_id=1` })
      const lenient = world.tracker.as({ login: 'alice@example.com' }, { handling: 'lenient' })
      const { bugs } = await lenient.bugs.search({ savedsearch: 'Odd', include_fields: ['id'] })
      expect(bugs).toEqual([{ id: 1 }])
    },
  )

  it('that others share with a group of the caller are run with the rights of the caller', async () => {
    const world = await open()
    await addBugs(world.store, noon, [{ id: 1, assigned_to: 'bob' }, { id: 2, assigned_to: 'ivan' }, { id: 3 }])
    const alice = await userId(world, 'alice')
    const shared = { shared_group_id: await groupId(world, 'secret') }
    const row = { user_id: alice, kind: 'search', name: 'Mine', name_folded: 'mine', ...shared }
    await add(world, 'saved_searches', [
      { ...row, query: 'assigned_to=%25user%25' },
      { ...row, query: 'product=Widgets', name: 'Own', name_folded: 'own', shared_group_id: null },
    ])
    const run = async (who: string, savedsearch: string, sharer_id?: number) => {
      const criteria = { savedsearch, ...(sharer_id !== undefined && { sharer_id }), include_fields: ['id'] as const }
      return (await world.as(who).bugs.search(criteria)).bugs.map((bug) => bug.id)
    }
    expect(await run('ivan', 'Mine', alice)).toEqual([2])
    const absent = (value: string) => ({ number: 51, data: { field: 'savedsearch', value } })
    await expect(run('ivan', 'Mine')).rejects.toMatchObject(absent('Mine'))
    await expect(run('ivan', 'Own', alice)).rejects.toMatchObject(absent('Own'))
    await expect(run('bob', 'Mine', alice)).rejects.toMatchObject(absent('Mine'))
  })
})
