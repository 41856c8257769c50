import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { add, groupId, join, rowsOf, userId } from '../../../test/people.js'

const query = 'product=Widgets&summary=blink'

const namesOf = async (world: World, who: string, input = {}) =>
  (await world.as(who).savedSearches.get(input)).saved_searches.map((search) => search.name)

onAnyStore('saved searches', (open) => {
  it('are saved as searches and reports, which only their owner sees [USR-52]', async () => {
    const world = await open()
    const { id } = await world.as('alice').savedSearches.save({ name: ' My\nsearch ', query: `?${query}` })
    const report = await world.as('alice').savedSearches.save({ name: 'my search', query: 'x=y', kind: 'report' })
    expect(await world.as('alice').savedSearches.get()).toEqual({
      saved_searches: [
        { id, name: 'My search', kind: 'search', query, user: 'alice@example.com', shared_with: null },
        {
          id: report.id,
          name: 'my search',
          kind: 'report',
          query: 'x=y',
          user: 'alice@example.com',
          shared_with: null,
        },
      ],
    })
    const { users } = await world.as('alice').users.get({ names: ['alice@example.com'] })
    expect(users[0]).toMatchObject({
      saved_searches: [{ id, name: 'My search', query }],
      saved_reports: [{ id: report.id, name: 'my search', query: 'x=y' }],
    })
    expect(await namesOf(world, 'bob')).toEqual([])
    const { users: seen } = await world.as('admin').users.get({ names: ['alice@example.com'] })
    expect(seen[0]).not.toHaveProperty('saved_searches')
  })

  it('get other parameters, and stay shared by default', async () => {
    const world = await open()
    const alice = world.as('alice').savedSearches
    const { id } = await alice.save({ name: 'Mine', query, shared_with: 'editbugs' })
    expect(await alice.save({ name: 'MINE', query: 'a=b' })).toEqual({ id })
    expect((await alice.get()).saved_searches).toMatchObject([
      { id, name: 'MINE', query: 'a=b', shared_with: 'editbugs' },
    ])
    await alice.save({ name: 'mine', query, shared_with: null })
    expect((await alice.get({ ids: [id], include_fields: ['shared_with'] })).saved_searches).toEqual([
      { shared_with: null },
    ])
    await world.as('bob').savedSearches.save({ name: 'mine', query })
    expect(await rowsOf(world, 'saved_searches')).toHaveLength(2)
  })

  it('cannot name other searches, of which they would find everything', async () => {
    const { savedSearches } = (await open()).as('alice')
    await savedSearches.save({ name: 'Mine', query })
    for (const name of ['savedsearch', 'namedcmd'])
      await expect(savedSearches.save({ name: 'Less', query: `${name}=Mine&priority=High` })).rejects.toMatchObject({
        code: 'param_invalid',
        message: 'query is not valid: a saved search cannot name another one.',
        data: { field: 'query', value: 'Mine' },
      })
    await savedSearches.save({ name: 'More', query: 'savedsearch=&priority=High' })
    await savedSearches.save({ name: 'Old', query: 'namedcmd=Mine', kind: 'report' })
  })

  it('that a user shares with a group are shown to its members', async () => {
    const world = await open()
    const ivan = world.as('ivan').savedSearches
    const { id } = await ivan.save({ name: 'Leaks', query, shared_with: await groupId(world, 'secret') })
    expect(await namesOf(world, 'bob', { include_shared: true })).toEqual([])
    await expect(world.as('bob').savedSearches.get({ ids: [id], include_shared: true })).rejects.toMatchObject({
      number: 51,
    })
    await join(world, 'bob', 'secret')
    expect(await namesOf(world, 'bob', { include_shared: true })).toEqual(['Leaks'])
    expect(await namesOf(world, 'bob')).toEqual([])
    await expect(world.as('bob').savedSearches.delete({ ids: [id] })).rejects.toMatchObject({ number: 51 })
  })

  it('are shared by members of querysharegroup, with groups that they are in', async () => {
    const world = await open()
    const share = (who: string, shared_with: string) =>
      world.as(who).savedSearches.save({ name: 'Shared', query, shared_with })
    await expect(share('carl', 'canconfirm')).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const value of ['secret', 'nothing']) {
      await expect(share('alice', value)).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'shared_with', value },
      })
    }
    expect(await share('ivan', 'Secret')).toHaveProperty('id')
    await world.as('admin').parameters.update({ parameters: { querysharegroup: '' } })
    await expect(share('ivan', 'secret')).rejects.toMatchObject({ code: 'auth_failure' })
  })

  it('are limited to 500 of a user, who can still replace one', async () => {
    const world = await open()
    const { savedSearches } = world.as('alice')
    const row = { user_id: await userId(world, 'alice'), kind: 'report', query, shared_group_id: null }
    await add(
      world,
      'saved_searches',
      Array.from({ length: 499 }, (_, index) => ({ ...row, name: `report ${index}`, name_folded: `report ${index}` })),
    )
    const { id } = await savedSearches.save({ name: 'Last', query })
    const full = { code: 'saved_search_limit', number: 1513, data: { limit: 500 } }
    await expect(savedSearches.save({ name: 'Another', query })).rejects.toMatchObject(full)
    expect(await savedSearches.save({ name: 'Last', query: 'a=b' })).toEqual({ id })
    await world.as('bob').savedSearches.save({ name: 'Another', query })
    await savedSearches.delete({ ids: [id] })
    await savedSearches.save({ name: 'Another', query })
  })

  it('are removed by their owner, all of those named or none', async () => {
    const world = await open()
    const [one, two] = [
      await world.as('alice').savedSearches.save({ name: 'One', query }),
      await world.as('alice').savedSearches.save({ name: 'Two', query }),
    ]
    const other = await world.as('bob').savedSearches.save({ name: 'Other', query })
    for (const value of [other.id, 999]) {
      const attempt = world.as('alice').savedSearches.delete({ ids: [one.id, value] })
      await expect(attempt).rejects.toMatchObject({ number: 51, data: { field: 'ids', value } })
    }
    expect(await world.as('alice').savedSearches.delete({ ids: [one.id, one.id] })).toEqual({
      saved_searches: [{ id: one.id }],
    })
    expect(await world.as('alice').savedSearches.get()).toMatchObject({ saved_searches: [{ id: two.id }] })
  })

  it('need a login', async () => {
    const world = await open()
    const { savedSearches } = world.as(null)
    const loggedOut = { code: 'login_required', number: 410 }
    await expect(savedSearches.save({ name: 'x', query })).rejects.toMatchObject(loggedOut)
    await expect(savedSearches.get()).rejects.toMatchObject(loggedOut)
    await expect(savedSearches.delete({ ids: [1] })).rejects.toMatchObject(loggedOut)
  })

  it.each<[what: string, input: object, code: string, field: string]>([
    ['no name', { query }, 'param_required', 'name'],
    ['a blank name', { name: ' ', query }, 'name_blank', 'name'],
    ['a long name', { name: 'x'.repeat(65), query }, 'name_too_long', 'name'],
    ['a name with markup', { name: '<b>', query }, 'param_invalid', 'name'],
    ['a blank query', { name: 'x', query: '?' }, 'object_not_specified', 'query'],
    ['too many parameters', { name: 'x', query: '=&'.repeat(2000) }, 'search_too_complex', 'query'],
    ['an unknown kind', { name: 'x', query, kind: 'chart' }, 'param_invalid', 'kind'],
  ])('are refused with %s', async (_what, input, code, field) => {
    const world = await open()
    await expect(world.as('alice').savedSearches.save(input as never)).rejects.toMatchObject({ code, data: { field } })
    expect(await rowsOf(world, 'saved_searches')).toEqual([])
  })
})
