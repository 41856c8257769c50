import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { requireShort, watchTurns } from '../../../test/turns.js'

const gizmos = { name: 'Gizmos', description: 'Small things', version: '1.0' }

async function productNamed(world: World, name: string) {
  return (await world.as('admin').products.get({ names: [name] })).products[0]
}

const auditOf = (world: World) =>
  inStore(world.store, async (tx) =>
    (await tx.select({ from: 'audit_log' })).map(({ class: kind, field, added }) => [kind, field, added]),
  )

onAnyStore('products.create', (open) => {
  it('makes a product that can then be read [PROD-11] [PROD-14] [PROD-15] [PROD-17]', async () => {
    const world = await open()
    const { id } = await world.as('admin').products.create(gizmos)
    expect(await productNamed(world, 'Gizmos')).toEqual({
      id,
      name: 'Gizmos',
      description: 'Small things',
      is_active: true,
      default_milestone: '---',
      has_unconfirmed: true,
      classification: 'Unclassified',
      components: [],
      versions: [{ id: expect.any(Number) as number, name: '1.0', sort_key: 0, is_active: true }],
      milestones: [
        {
          id: expect.any(Number) as number,
          name: '---',
          sort_key: 0,
          is_active: true,
          start_date: null,
          due_date: null,
        },
      ],
      bug_description_template: '',
    })
    expect((await world.as('eve').products.accessible()).ids).toContain(id)
  })

  it('keeps simple HTML in the description [PROD-13] [DATA-13]', async () => {
    const world = await open()
    const description = 'All <b>sorts</b> of\n<a href="https://example.com/?a=1&b=2">things</a>'
    await world.as('admin').products.create({ ...gizmos, description })
    expect((await productNamed(world, 'Gizmos'))?.description).toBe(description)
  })

  it('takes classification, has_unconfirmed and default_milestone [PROD-15] [PROD-17]', async () => {
    const world = await open()
    await inStore(world.store, (tx) =>
      tx.insert('classifications', [{ id: 7, name: 'Tools', name_folded: 'tools', description: '', sort_key: -1 }]),
    )
    await inStore(world.store, (tx) => setParameter(tx, 'useclassification', '1'))
    const given = { classification: 'tools', has_unconfirmed: false, default_milestone: 'M1' }
    await world.as('admin').products.create({ ...gizmos, ...given })
    expect(await productNamed(world, 'Gizmos')).toMatchObject({ ...given, classification: 'Tools' })
    await world.as('admin').products.create({ ...gizmos, name: 'Other' })
    expect((await productNamed(world, 'Other'))?.classification).toBe('Unclassified')
  })

  it('has the milestone --- while milestones are not in use, or the name is blank', async () => {
    const world = await open()
    await world.as('admin').products.create({ ...gizmos, default_milestone: ' ' })
    expect((await productNamed(world, 'Gizmos'))?.default_milestone).toBe('---')
    await inStore(world.store, (tx) => setParameter(tx, 'usetargetmilestone', '0'))
    await world.as('admin').products.create({ ...gizmos, name: 'Other', default_milestone: 'M1' })
    expect((await productNamed(world, 'Other'))?.milestones.map((one) => one.name)).toEqual(['---'])
  })

  it('decides which bugs the product takes [PROD-16] [PROD-18] [PROD-19]', async () => {
    const world = await open()
    const [admin, alice] = [world.as('admin'), world.as('alice')]
    const make = async (name: string, given: object) => {
      const { id } = await admin.products.create({ ...gizmos, name, ...given })
      const component = { name: 'All', description: 'All', default_assignee: 'alice@example.com' }
      await admin.components.create({ product: name, ...component })
      return id
    }
    const file = (product: string, status?: string) =>
      alice.bugs.create({ product, component: 'All', version: '1.0', summary: 'x', ...(status && { status }) })

    const plain = await make('Plain', {})
    const { id } = await file('Plain', 'UNCONFIRMED')
    expect((await alice.bugs.get({ ids: [id] })).bugs[0]?.status).toBe('UNCONFIRMED')
    await make('Sure', { has_unconfirmed: false })
    await expect(file('Sure', 'UNCONFIRMED')).rejects.toMatchObject({ number: 123, data: { field: 'status' } })
    const shut = await make('Shut', { is_open: false })
    await expect(file('Shut')).rejects.toMatchObject({
      code: 'product_disabled',
      data: { field: 'product', value: 'Shut' },
    })
    const { ids } = await alice.products.enterable()
    expect([ids.includes(plain), ids.includes(shut)]).toEqual([true, false])
  })

  it('takes create_series either way [PROD-20]', async () => {
    const world = await open()
    for (const create_series of [true, false])
      await world.as('admin').products.create({ ...gizmos, name: `Gizmos ${create_series}`, create_series })
    expect(await productNamed(world, 'Gizmos false')).toBeDefined()
  })

  it.each<[what: string, change: object, code: string, number: number, field: string]>([
    ['[ERR-02] no name', { name: undefined }, 'product_blank_name', 700, 'name'],
    ['a blank name', { name: ' \n' }, 'product_blank_name', 700, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'product_name_too_long', 701, 'name'],
    ['[PROD-12] a name in use', { name: 'Widgets' }, 'product_name_already_in_use', 702, 'name'],
    ['[PROD-12] a name in use, in other case', { name: 'wIDGETS' }, 'product_name_already_in_use', 702, 'name'],
    ['[PROD-12] the name of a hidden product', { name: 'Vault' }, 'product_name_already_in_use', 702, 'name'],
    ['[ERR-02] no description', { description: undefined }, 'product_must_have_description', 703, 'description'],
    ['a blank description', { description: ' ' }, 'product_must_have_description', 703, 'description'],
    ['too long a description', { description: 'x'.repeat(65_536) }, 'text_too_long', 104, 'description'],
    ['[ERR-02] no version', { version: undefined }, 'product_must_have_version', 704, 'version'],
    ['a blank version', { version: '' }, 'product_must_have_version', 704, 'version'],
    ['a long version', { version: 'x'.repeat(65) }, 'name_too_long', 32000, 'version'],
    ['a long milestone', { default_milestone: 'x'.repeat(65) }, 'name_too_long', 32000, 'default_milestone'],
    ['an unknown classification', { classification: 'Toys' }, 'object_does_not_exist', 51, 'classification'],
    ['a blank classification', { classification: '' }, 'object_not_specified', 50, 'classification'],
    ['an unknown input', { colour: 'red' }, 'unknown_parameter', 53, 'colour'],
  ])('refuses %s, and makes nothing', async (_what, change, code, number, field) => {
    const world = await open()
    const before = await world.as('admin').products.get()
    const input = Object.fromEntries(
      Object.entries({ ...gizmos, ...change }).filter(([, value]) => value !== undefined),
    )
    await expect(world.as('admin').products.create(input as typeof gizmos)).rejects.toMatchObject({
      code,
      number,
      data: { field },
    })
    expect(await world.as('admin').products.get()).toEqual(before)
    expect(await auditOf(world)).toEqual([])
  })

  it('refuses a very long classification name among hundreds without keeping others waiting', async () => {
    const world = await open()
    const many = Array.from({ length: 300 }, (_, n) => ({ name: `Class ${n}`, name_folded: `class ${n}` }))
    await inStore(world.store, (tx) =>
      tx.insert(
        'classifications',
        many.map((names, n) => ({ id: 100 + n, ...names, description: '', sort_key: 0 })),
      ),
    )
    const turns = watchTurns()
    await expect(
      world.as('admin').products.create({ ...gizmos, classification: `x${'😀'.repeat(32_000)}` }),
    ).rejects.toThrow(/Classification 'x(😀){38}\.\.\.' does not exist/u)
    requireShort(await turns.take())
    turns.end()
  })

  it('answers for a classification of hidden products as for an absent one [GEN-28]', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    await system.parameters.update({ parameters: { useclassification: true } })
    for (const name of ['Plans', 'Tools']) await system.classifications.create({ name })
    await system.classifications.update({ names: ['Plans'], products: ['Vault'] })
    await system.users.update({ names: ['alice@example.com'], groups: { add: ['editcomponents'] } })
    const attempt = (who: string, classification: string) =>
      world.as(who).products.create({ ...gizmos, classification })
    for (const value of ['Toys', 'Plans'])
      await expect(attempt('alice', value)).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { value, accepted: ['Tools', 'Unclassified'] },
      })
    await expect(attempt('admin', 'Toys')).rejects.toMatchObject({
      data: { accepted: ['Plans', 'Tools', 'Unclassified'] },
    })
    await attempt('alice', 'Tools')
    expect((await productNamed(world, 'Gizmos'))?.classification).toBe('Tools')
  })

  it('is for members of editcomponents', async () => {
    const world = await open()
    await expect(world.as('alice').products.create(gizmos)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(world.as(null).products.create(gizmos)).rejects.toMatchObject({ code: 'login_required', number: 410 })
    await world.tracker.asSystem().products.create(gizmos)
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    await world.as('admin').products.create(gizmos)
    expect(await auditOf(world)).toEqual([
      ['Product', '__create__', 'Gizmos'],
      ['Version', '__create__', '1.0'],
      ['Milestone', '__create__', '---'],
    ])
  })

  it('makes a group of its name when the installation wants that', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'makeproductgroups', '1'))
    const { id } = await world.as('admin').products.create({ ...gizmos, name: 'Secret' })
    const stored = await inStore(world.store, async (tx) => ({
      groups: await tx.select({ from: 'groups', where: { col: 'name', contains: 'ecret' } }),
      controls: await tx.select({ from: 'group_controls', where: { col: 'product_id', eq: id } }),
      inheritance: await tx.select({ from: 'group_inheritance' }),
    }))
    const [, group] = stored.groups
    expect(group).toMatchObject({ name: 'Secret 1', is_bug_group: true, is_active: true })
    expect(stored.controls).toMatchObject([{ group_id: group?.id, member_control: 'default', other_control: 'na' }])
    const kinds = stored.inheritance.filter((row) => row.group_id === group?.id).map((row) => row.kind)
    expect(kinds.toSorted()).toEqual(['bless', 'membership', 'visible'])
  })
})
