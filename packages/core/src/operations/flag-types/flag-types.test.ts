import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'

const review = { name: 'review', description: 'Has been read' }
type Input = NonNullable<Parameters<ReturnType<World['as']>['flagTypes']['get']>[0]>

const namesOf = async (world: World, who: string | null, input: Input = {}) =>
  (await world.as(who).flagTypes.get(input)).bug.map((type) => type.name)

async function typeOf(world: World, id: number, who = 'admin') {
  const { bug, attachment } = await world.as(who).flagTypes.get({ ids: [id] })
  return [...bug, ...attachment][0]
}

onAnyStore('flagTypes.create', (open) => {
  it('creates a type that applies everywhere and allows everything by default [FLAG-01]', async () => {
    const world = await open()
    const { id } = await world.as('admin').flagTypes.create(review)
    expect(await world.as('alice').flagTypes.get()).toEqual({
      bug: [
        {
          id,
          name: 'review',
          description: 'Has been read',
          cc_list: '',
          sort_key: 1,
          type: 'bug',
          is_active: true,
          is_requestable: true,
          is_requesteeble: true,
          is_multiplicable: true,
          grant_group: null,
          request_group: null,
          values: ['X', '?', '+', '-'],
          exclusions: [],
        },
      ],
      attachment: [],
    })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'FlagType', object_id: id, field: '__create__', added: 'review' },
    ])
  })

  it('stores every field of the input [FLAG-01] [FLAG-09] [STATE-11]', async () => {
    const world = await open()
    const cc_list = 'team@example.com, lists@example.com'
    const { id } = await world.as('admin').flagTypes.create({
      name: 'approval',
      description: 'May <b>go</b> out',
      target_type: 'attachment',
      cc_list,
      sort_key: 0,
      is_active: false,
      is_requestable: false,
      is_requesteeble: false,
      is_multiplicable: false,
      grant_group: 'Secret',
      request_group: 'insiders',
      inclusions: ['Gadgets', { widgets: ['UI', 'Core'] }],
      exclusions: [{ Widgets: ['Core'] }],
    })
    const type = await typeOf(world, id)
    expect(type).toEqual({
      id,
      name: 'approval',
      description: 'May <b>go</b> out',
      type: 'attachment',
      cc_list,
      sort_key: 0,
      is_active: false,
      is_requestable: false,
      is_requesteeble: false,
      is_multiplicable: false,
      grant_group: await groupId(world, 'secret'),
      request_group: await groupId(world, 'insiders'),
      inclusions: ['Gadgets', { Widgets: ['Core', 'UI'] }],
      exclusions: [{ Widgets: ['Core'] }],
      values: ['X'],
    })
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    const shown = products[0]?.components.map((one) => one.flag_types.attachment.map((flag) => flag.cc_list))
    expect(shown).toEqual([[], [cc_list]])
  })

  it('cuts the addresses to notify for the logged-out [DATA-02]', async () => {
    const world = await open()
    await world.as('admin').flagTypes.create({ ...review, cc_list: 'team@example.com, lists@example.com' })
    const listOf = async (who: string | null) => {
      const { bug } = await world.as(who).flagTypes.get()
      const { products } = await world.as(who).products.get({ names: ['Widgets'] })
      return [...bug, ...(products[0]?.components[0]?.flag_types.bug ?? [])].map((type) => type.cc_list)
    }
    expect(await listOf(null)).toEqual(['team, lists', 'team, lists'])
    expect((await listOf('eve'))[0]).toBe('team@example.com, lists@example.com')
  })

  it('accepts two settings under the names of older clients too', async () => {
    const world = await open()
    const input = { ...review, sortkey: 7, is_specifically_requestable: false }
    const { id } = await world.as('admin').flagTypes.create(input)
    expect(await typeOf(world, id)).toMatchObject({ sort_key: 7, is_requesteeble: false })
  })

  it.each<[what: string, change: object, code: string, number: number, field: string]>([
    ['no name', { name: undefined }, 'flag_type_name_invalid', 1101, 'name'],
    ['a blank in the name', { name: 'code review' }, 'flag_type_name_invalid', 1101, 'name'],
    ['a comma in the name', { name: 'a,b' }, 'flag_type_name_invalid', 1101, 'name'],
    ['a long name', { name: 'x'.repeat(51) }, 'flag_type_name_invalid', 1101, 'name'],
    ['a blank description', { description: ' ' }, 'flag_type_description_invalid', 1102, 'description'],
    ['a long CC list', { cc_list: 'a@b.example,'.repeat(20) }, 'flag_type_cc_list_invalid', 1103, 'cc_list'],
    ['no address on the CC list', { cc_list: 'a@b.example, me' }, 'illegal_email_address', 501, 'cc_list'],
    ['a sort key out of bounds', { sort_key: -1 }, 'flag_type_sortkey_invalid', 1104, 'sort_key'],
    ['an unknown group', { grant_group: 'nobody' }, 'object_does_not_exist', 51, 'grant_group'],
    ['an unknown product', { inclusions: ['Nothing'] }, 'object_does_not_exist', 51, 'inclusions'],
    ['an unknown component', { exclusions: [{ Widgets: ['x'] }] }, 'require_component', 105, 'exclusions'],
    ['another target', { target_type: 'comment' }, 'param_invalid', 53, 'target_type'],
  ])('refuses %s', async (_what, change, code, number, field) => {
    const world = await open()
    const input = Object.fromEntries(Object.entries({ ...review, ...change }).filter(([, one]) => one !== undefined))
    const creating = world.as('admin').flagTypes.create(input as typeof review)
    await expect(creating).rejects.toMatchObject({ code, number, data: { field } })
    expect(await rowsOf(world, 'flag_types')).toEqual([])
  })

  it('names the component that does not exist', async () => {
    const world = await open()
    const creating = world.as('admin').flagTypes.create({ ...review, inclusions: [{ Widgets: ['Nothing'] }] })
    await expect(creating).rejects.toMatchObject({ message: "inclusions: Component 'Nothing' does not exist." })
  })

  it('is for members of editcomponents, and in their products for those who administer them', async () => {
    const world = await open()
    for (const who of ['alice', 'eve', 'ivan'])
      await expect(world.as(who).flagTypes.create(review)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(world.as(null).flagTypes.create(review)).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    for (const inclusions of [undefined, [], ['Widgets', 'Gadgets']])
      await expect(
        world.as('ivan').flagTypes.create({ ...review, ...(inclusions && { inclusions }) }),
      ).rejects.toMatchObject({ code: 'flag_type_not_editable', number: 1105 })
    await world.as('ivan').flagTypes.create({ ...review, inclusions: ['Widgets', { Vault: ['Safe'] }] })
    await join(world, 'carl', 'editcomponents')
    await world.as('carl').flagTypes.create(review)
  })

  it('names no hidden product or group [GEN-28]', async () => {
    const world = await open()
    await join(world, 'carl', 'editcomponents')
    for (const value of ['Vault', 'Nothing'])
      await expect(world.as('carl').flagTypes.create({ ...review, inclusions: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'product', value },
      })
    await grantProducts(world)
    const inclusions = ['Widgets']
    for (const value of ['editusers', 'nothing'])
      await expect(
        world.as('ivan').flagTypes.create({ ...review, inclusions, grant_group: value }),
      ).rejects.toMatchObject({ code: 'object_does_not_exist', data: { kind: 'group', field: 'grant_group', value } })
  })
})

onAnyStore('flagTypes.get', (open) => {
  it('answers the types of a product and of a component, by sort key, then name [FLAG-01]', async () => {
    const world = await open()
    const make = (name: string, more: object = {}) => world.as('admin').flagTypes.create({ ...review, name, ...more })
    await make('core-only', { inclusions: [{ Widgets: ['Core'] }] })
    await make('not-ui', { exclusions: [{ Widgets: ['UI'] }] })
    await make('first', { sort_key: 0, is_active: false })
    await make('gadgets', { inclusions: ['Gadgets'] })
    await make('nowhere', { inclusions: ['Widgets'], exclusions: ['Widgets'] })
    expect(await namesOf(world, 'alice', { product: 'widgets' })).toEqual(['first', 'core-only', 'not-ui'])
    expect(await namesOf(world, 'alice', { product: 'Widgets', component: 'ui' })).toEqual(['first'])
    expect(await namesOf(world, 'alice', { product: 'Gadgets' })).toEqual(['first', 'gadgets', 'not-ui'])
    expect(await namesOf(world, 'alice', { product: 'Gadgets', names: ['FIRST', 'core-only'] })).toEqual(['first'])
    const { bug } = await world.as('alice').flagTypes.get({ product: 'Widgets' })
    expect(bug.map((type) => [type.inclusions, type.exclusions])).toEqual([
      [undefined, []],
      [['Core'], []],
      [undefined, ['UI']],
    ])
    await expect(world.as('alice').flagTypes.get({ product: 'Widgets', component: 'x' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      number: 51,
    })
    await expect(world.as('alice').flagTypes.get({ component: 'UI' })).rejects.toMatchObject({ code: 'param_required' })
  })

  it('says which values the caller may set', async () => {
    const world = await open()
    await world.as('admin').flagTypes.create({ ...review, grant_group: 'secret' })
    await world.as('admin').flagTypes.create({ ...review, name: 'two', grant_group: 'secret', request_group: 'secret' })
    await world.as('admin').flagTypes.create({ ...review, name: 'zero', is_requestable: false })
    const values = async (who: string | null) => (await world.as(who).flagTypes.get()).bug.map((type) => type.values)
    expect(await values('alice')).toEqual([['X', '?'], ['X'], ['X', '+', '-']])
    expect(await values('ivan')).toEqual([
      ['X', '?', '+', '-'],
      ['X', '?', '+', '-'],
      ['X', '+', '-'],
    ])
  })

  it('shows members of editcomponents the types that apply nowhere, and none of hidden products [GEN-28]', async () => {
    const world = await open()
    const create = world.tracker.asSystem().flagTypes.create
    const { id } = await create({ ...review, name: 'treasure', inclusions: ['Vault'] })
    await create({ ...review, name: 'nowhere', inclusions: ['Widgets'], exclusions: ['Widgets'] })
    await create({ ...review, name: 'excluded', exclusions: ['Widgets', 'Gadgets', 'Closed'] })
    await join(world, 'carl', 'editcomponents')
    expect(await namesOf(world, 'carl')).toEqual(['excluded', 'nowhere'])
    const absent = { code: 'object_does_not_exist', data: { kind: 'flag type' } }
    for (const ids of [[id], [99]]) {
      await expect(world.as('carl').flagTypes.update({ ids, sort_key: 5 })).rejects.toMatchObject(absent)
      await expect(world.as('carl').flagTypes.delete({ ids })).rejects.toMatchObject(absent)
    }
    await expect(world.as('carl').flagTypes.update({ names: ['treasure'], sort_key: 5 })).rejects.toMatchObject(absent)
  })

  it('leaves out types and products that the caller may not see [GEN-28]', async () => {
    const world = await open()
    const create = world.tracker.asSystem().flagTypes.create
    const { id } = await create({ ...review, name: 'treasure', inclusions: ['Vault'] })
    await create({ ...review, inclusions: ['Vault', 'Widgets'], exclusions: [{ Vault: ['Safe'] }] })
    for (const who of ['alice', null]) {
      expect(await namesOf(world, who)).toEqual(['review'])
      expect(await namesOf(world, who, { ids: [id, 99], names: ['treasure', 'none'] })).toEqual([])
      expect(JSON.stringify(await world.as(who).flagTypes.get())).not.toMatch(/Vault|Safe/)
      for (const value of ['Vault', 'Nothing'])
        await expect(world.as(who).flagTypes.get({ product: value })).rejects.toMatchObject({
          code: 'object_does_not_exist',
          number: 51,
          data: { kind: 'product', field: 'product', value },
        })
    }
    expect(await namesOf(world, 'ivan')).toEqual(['review', 'treasure'])
  })
})

onAnyStore('flagTypes.update', (open) => {
  it('changes everything but the target, and returns the changes [FLAG-01]', async () => {
    const world = await open()
    const { id } = await world.as('admin').flagTypes.create(review)
    const { flagtypes } = await world.as('admin').flagTypes.update({
      ids: [id],
      name: 'Review',
      description: 'Was read',
      cc_list: 'a@b.example',
      sort_key: 2,
      is_active: false,
      is_requestable: false,
      is_requesteeble: false,
      is_multiplicable: false,
      grant_group: 'secret',
      inclusions: ['Widgets'],
      exclusions: [],
    })
    const off = { removed: '1', added: '0' }
    expect(flagtypes).toEqual([
      {
        id,
        name: 'Review',
        changes: {
          name: { removed: 'review', added: 'Review' },
          description: { removed: 'Has been read', added: 'Was read' },
          cc_list: { removed: '', added: 'a@b.example' },
          sort_key: { removed: '1', added: '2' },
          is_active: off,
          is_requestable: off,
          is_requesteeble: off,
          is_multiplicable: off,
          grant_group: { removed: '', added: String(await groupId(world, 'secret')) },
          inclusions: { removed: '0', added: '1' },
        },
      },
    ])
    expect(await typeOf(world, id)).toMatchObject({ name: 'Review', inclusions: ['Widgets'], is_active: false })
    await world.as('admin').flagTypes.update({ ids: [id], grant_group: '', inclusions: [] })
    const type = await typeOf(world, id)
    expect(type).toMatchObject({ grant_group: null })
    expect(type).not.toHaveProperty('inclusions')
  })

  it('changes all types of a name, and writes nothing where nothing changes', async () => {
    const world = await open()
    await world.as('admin').flagTypes.create(review)
    await world.as('admin').flagTypes.create({ ...review, target_type: 'attachment', inclusions: ['Widgets'] })
    const { flagtypes } = await world.as('admin').flagTypes.update({ names: ['REVIEW'], sortkey: 3 })
    expect(flagtypes.map((one) => one.changes)).toEqual(Array(2).fill({ sort_key: { removed: '1', added: '3' } }))
    const rows = await rowsOf(world, 'audit_log')
    const same = await world.as('admin').flagTypes.update({ names: ['review'], sort_key: 3, exclusions: [] })
    expect(same.flagtypes.map((one) => one.changes)).toEqual([{}, {}])
    expect(await rowsOf(world, 'audit_log')).toEqual(rows)
  })

  it('refuses what does not fit, and then changes nothing', async () => {
    const world = await open()
    const { id } = await world.as('admin').flagTypes.create(review)
    const update = world.as('admin').flagTypes.update
    for (const [input, code] of [
      [{ ids: [id], name: 'a b' }, 'flag_type_name_invalid'],
      [{ ids: [id], description: '' }, 'flag_type_description_invalid'],
      [{ ids: [id], sort_key: 32_768 }, 'flag_type_sortkey_invalid'],
      [{ ids: [id], request_group: 'nobody' }, 'object_does_not_exist'],
      [{ ids: [id], inclusions: ['Nothing'] }, 'object_does_not_exist'],
      [{ ids: [id, 999], name: 'other' }, 'object_does_not_exist'],
      [{ name: 'other' }, 'params_required'],
      [{ ids: [id], target_type: 'bug' }, 'unknown_parameter'],
    ] as const)
      await expect(update(input as Parameters<typeof update>[0])).rejects.toMatchObject({ code })
    expect(await typeOf(world, id)).toMatchObject({ ...review, request_group: null })
  })

  it('is for members of editcomponents, and in their products for those who administer them', async () => {
    const world = await open()
    const everywhere = await world.as('admin').flagTypes.create(review)
    const mine = await world.as('admin').flagTypes.create({ ...review, inclusions: ['Widgets'] })
    const change = (who: string | null, { id }: { id: number }, more: object = {}) =>
      world.as(who).flagTypes.update({ ids: [id], is_active: false, ...more })
    for (const who of ['alice', 'ivan'])
      await expect(change(who, mine)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(change(null, mine)).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    await change('ivan', mine)
    await expect(change('ivan', everywhere)).rejects.toMatchObject({ code: 'flag_type_not_editable', number: 1105 })
    await expect(change('ivan', mine, { inclusions: [] })).rejects.toMatchObject({ code: 'flag_type_not_editable' })
  })
})

onAnyStore('flagTypes.delete', (open) => {
  it('removes types that have no flags, and where they apply', async () => {
    const world = await open()
    const { id } = await world
      .as('admin')
      .flagTypes.create({ ...review, inclusions: ['Widgets'], exclusions: ['Gadgets'] })
    expect(await world.as('admin').flagTypes.delete({ names: ['REVIEW'] })).toEqual({ flagtypes: [{ id }] })
    expect(await namesOf(world, 'admin')).toEqual([])
    expect(await rowsOf(world, 'flag_type_scopes')).toEqual([])
    expect((await rowsOf(world, 'audit_log')).at(-1)).toMatchObject({ class: 'FlagType', field: '__remove__' })
  })

  it('leaves types that have flags, which can be made inactive', async () => {
    const world = await open()
    await world.as('admin').flagTypes.create(review)
    await addBugs(world.store, world.clock.now(), [{ flags: [{ type: 'review', status: '?', setter: 'alice' }] }])
    await expect(world.as('admin').flagTypes.delete({ names: ['review'] })).rejects.toMatchObject({
      code: 'still_in_use',
      data: { value: 'review', by: 'flags' },
    })
    expect(await namesOf(world, 'admin')).toEqual(['review'])
  })

  it('is for members of editcomponents, and in their products for those who administer them', async () => {
    const world = await open()
    const everywhere = await world.as('admin').flagTypes.create(review)
    const mine = await world.as('admin').flagTypes.create({ ...review, inclusions: ['Widgets'] })
    const remove = (who: string | null, { id }: { id: number }) => world.as(who).flagTypes.delete({ ids: [id] })
    for (const who of ['alice', 'ivan']) await expect(remove(who, mine)).rejects.toMatchObject({ number: 304 })
    await expect(remove(null, mine)).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    await expect(remove('ivan', everywhere)).rejects.toMatchObject({ code: 'flag_type_not_editable', number: 1105 })
    await remove('ivan', mine)
    await expect(remove('admin', mine)).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await expect(world.as('admin').flagTypes.delete({})).rejects.toMatchObject({ code: 'params_required' })
  })
})
