import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

const namesOf = async (world: World, who: string | null = 'alice') =>
  (await world.as(who).keywords.get()).keywords.map((keyword) => keyword.name)

onAnyStore('keywords', (open) => {
  it('can be created, read, changed and removed [FLD-20]', async () => {
    const world = await open()
    const { id } = await world.as('admin').keywords.create({ name: 'Leak', description: 'Loses <b>memory</b>' })
    const leak = { id, name: 'Leak', description: 'Loses <b>memory</b>', is_active: true }
    expect((await world.as(null).keywords.get({ names: ['leak'] })).keywords).toEqual([leak])
    expect(await namesOf(world)).toEqual(['crash', 'Leak', 'regression'])
    const { keywords } = await world
      .as('admin')
      .keywords.update({ ids: [id], name: 'leak', description: 'Forgets', is_active: false })
    expect(keywords).toEqual([
      {
        id,
        changes: {
          name: { removed: 'Leak', added: 'leak' },
          description: { removed: 'Loses <b>memory</b>', added: 'Forgets' },
          is_active: { removed: '1', added: '0' },
        },
      },
    ])
    expect(await world.as('admin').keywords.delete({ names: ['LEAK'] })).toEqual({ keywords: [{ id }] })
    expect(await namesOf(world)).toEqual(['crash', 'regression'])
    expect((await rowsOf(world, 'audit_log')).map((row) => [row.class, row.field])).toEqual([
      ['Keyword', '__create__'],
      ['Keyword', 'name'],
      ['Keyword', 'description'],
      ['Keyword', 'is_active'],
      ['Keyword', '__remove__'],
    ])
  })

  it('are chosen for bugs while they are active, and bugs follow a new name', async () => {
    const world = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks', keywords: ['crash'] }
    const { id } = await world.as('alice').bugs.create(bug)
    await world.as('admin').keywords.update({ names: ['crash'], name: 'boom', is_active: false })
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.keywords).toEqual(['boom'])
    await expect(world.as('alice').bugs.create({ ...bug, keywords: ['boom'] })).rejects.toMatchObject({
      code: 'value_inactive',
    })
  })

  it('stay while bugs have them', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{ keywords: ['crash'] }])
    await expect(world.as('admin').keywords.delete({ names: ['regression', 'crash'] })).rejects.toMatchObject({
      code: 'still_in_use',
      data: { kind: 'keyword', field: 'names', value: 'crash', by: 'bugs' },
    })
    expect(await namesOf(world)).toEqual(['crash', 'regression'])
  })

  it.each<[what: string, name: string, code: string]>([
    ['no name', ' ', 'name_blank'],
    ['a long name', 'x'.repeat(65), 'name_too_long'],
    ['a blank in the name', 'two words', 'param_invalid'],
    ['a comma in the name', 'one,two', 'param_invalid'],
    ['the name of another', 'CRASH', 'name_in_use'],
  ])('are refused with %s', async (_what, name, code) => {
    const world = await open()
    const about = { code, data: { field: 'name' } }
    await expect(world.as('admin').keywords.create({ name, description: 'x' })).rejects.toMatchObject(about)
    await expect(world.as('admin').keywords.update({ names: ['regression'], name })).rejects.toMatchObject(about)
    expect(await namesOf(world)).toEqual(['crash', 'regression'])
  })

  it('are refused without a description, and when the request names none or an unknown one', async () => {
    const world = await open()
    const admin = world.as('admin').keywords
    await expect(admin.create({ name: 'leak', description: ' ' })).rejects.toMatchObject({
      code: 'object_not_specified',
      data: { field: 'description' },
    })
    await expect(admin.update({ description: 'x' })).rejects.toMatchObject({ code: 'params_required' })
    await expect(admin.update({ names: ['crash', 'none'], description: 'x' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      data: { kind: 'keyword', field: 'names', value: 'none' },
    })
    await expect(admin.update({ names: ['crash', 'regression'], name: 'one' })).rejects.toMatchObject({
      code: 'param_invalid',
    })
    expect((await admin.get({ ids: [999], names: ['none'] })).keywords).toEqual([])
  })

  it('are administered by members of editkeywords', async () => {
    const world = await open()
    const acts = (who: string | null) => [
      () => world.as(who).keywords.create({ name: 'leak', description: 'x' }),
      () => world.as(who).keywords.update({ names: ['leak'], is_active: false }),
      () => world.as(who).keywords.delete({ names: ['leak'] }),
    ]
    for (const act of acts('alice')) await expect(act()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ code: 'login_required', number: 410 })
    await join(world, 'carl', 'editkeywords')
    for (const act of acts('carl')) await act()
  })
})
