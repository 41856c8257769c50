import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const docs = {
  product: 'Widgets',
  name: 'Docs',
  description: 'Manuals',
  default_assignee: 'alice@example.com',
}

async function componentOf(world: World, product: string, name: string) {
  const { products } = await world.as('admin').products.get({ names: [product] })
  return products[0]?.components.find((component) => component.name === name)
}

onAnyStore('components.create', (open) => {
  it('makes a component that can then be read [DATA-12] [DATA-13]', async () => {
    const world = await open()
    const { id } = await world.as('admin').components.create({
      ...docs,
      product: 'widgets',
      description: 'Read the <b>manual</b>',
      default_assignee: 'ALICE@example.com',
      default_qa_contact: 'bob@example.com',
    })
    expect(await componentOf(world, 'Widgets', 'Docs')).toEqual({
      id,
      name: 'Docs',
      description: 'Read the <b>manual</b>',
      default_assigned_to: 'alice@example.com',
      default_qa_contact: 'bob@example.com',
      sort_key: 0,
      is_active: true,
      bug_description_template: '',
      flag_types: { bug: [], attachment: [] },
    })
  })

  it('makes the product enterable', async () => {
    const world = await open()
    const { id } = await world.as('admin').products.create({ name: 'Gizmos', description: 'x', version: '1' })
    expect((await world.as('eve').products.enterable()).ids).not.toContain(id)
    await world.as('admin').components.create({ ...docs, product: 'Gizmos', is_open: false })
    expect((await world.as('eve').products.enterable()).ids).not.toContain(id)
    await world.as('admin').components.create({ ...docs, product: 'Gizmos', name: 'All' })
    expect((await world.as('eve').products.enterable()).ids).toContain(id)
  })

  it('lets products have components of the same name, but not one product [COMP-08]', async () => {
    const world = await open()
    await world.as('admin').components.create({ ...docs, product: 'Gadgets', name: 'UI' })
    await expect(world.as('admin').components.create({ ...docs, name: 'ui' })).rejects.toMatchObject({
      code: 'component_already_exists',
      number: 1200,
      data: { field: 'name', value: 'ui' },
    })
  })

  it('keeps who is put on the CC list of new bugs, each once', async () => {
    const world = await open()
    const default_cc = ['bob@example.com', 'carl@example.com', 'BOB@example.com']
    const { id } = await world.as('admin').components.create({ ...docs, default_cc })
    const rows = await inStore(world.store, (tx) =>
      tx.select({ from: 'component_cc', where: { col: 'component_id', eq: id } }),
    )
    expect(rows).toHaveLength(2)
  })

  it('ignores the QA contact while QA contacts are not in use', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    await world.as('admin').components.create({ ...docs, default_qa_contact: 'bob@example.com' })
    expect((await componentOf(world, 'Widgets', 'Docs'))?.default_qa_contact).toBe('')
  })

  it.each<[what: string, change: object, code: string, number: number, field: string]>([
    ['[ERR-02] no product', { product: undefined }, 'object_not_specified', 50, 'product'],
    ['an unknown product', { product: 'Nothing' }, 'object_does_not_exist', 51, 'product'],
    ['[ERR-02] no name', { name: undefined }, 'component_blank_name', 1210, 'name'],
    ['a blank name', { name: ' ' }, 'component_blank_name', 1210, 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'component_name_too_long', 105, 'name'],
    ['[ERR-02] no description', { description: undefined }, 'component_blank_description', 1211, 'description'],
    ['a blank description', { description: '\n' }, 'component_blank_description', 1211, 'description'],
    ['[ERR-02] no assignee', { default_assignee: undefined }, 'component_need_initialowner', 1213, 'default_assignee'],
    ['a blank assignee', { default_assignee: '' }, 'component_need_initialowner', 1213, 'default_assignee'],
    ['an unknown assignee', { default_assignee: 'nobody@x.example' }, 'object_does_not_exist', 51, 'default_assignee'],
    ['an unknown QA contact', { default_qa_contact: 'nobody' }, 'object_does_not_exist', 51, 'default_qa_contact'],
    ['an unknown CC', { default_cc: ['bob@example.com', 'nobody'] }, 'object_does_not_exist', 51, 'default_cc'],
    ['an unknown input', { colour: 1 }, 'unknown_parameter', 53, 'colour'],
    ['a sort key out of bounds', { sort_key: 32768 }, 'sort_key_invalid', 32000, 'sort_key'],
  ])('refuses %s, and makes nothing', async (_what, change, code, number, field) => {
    const world = await open()
    const input = Object.fromEntries(Object.entries({ ...docs, ...change }).filter(([, value]) => value !== undefined))
    await expect(world.as('admin').components.create(input as typeof docs)).rejects.toMatchObject({
      code,
      number,
      data: { field },
    })
    expect(await componentOf(world, 'Widgets', 'Docs')).toBeUndefined()
  })

  it('is for members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    await expect(world.as('ivan').components.create(docs)).rejects.toMatchObject({
      code: 'product_admin_denied',
      number: 304,
      data: { field: 'product', value: 'Widgets' },
    })
    await inStore(world.store, async (tx) => {
      await tx.update('group_controls', { and: [] }, { editcomponents: true })
      await bumpCatalogueVersion(tx)
    })
    await world.as('ivan').components.create(docs)
    await expect(world.as('ivan').components.create({ ...docs, product: 'Gadgets' })).rejects.toMatchObject({
      number: 304,
    })
    await expect(world.as('alice').components.create({ ...docs, name: 'More' })).rejects.toMatchObject({ number: 304 })
    await expect(world.as(null).components.create(docs)).rejects.toMatchObject({ number: 410 })
  })

  it('answers for a hidden product as for none [GEN-28]', async () => {
    const world = await open()
    for (const value of ['Vault', 'Nothing']) {
      await expect(world.as('alice').components.create({ ...docs, product: value })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'product', value },
      })
    }
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    const { id } = await world.as('admin').components.create(docs)
    const rows = await inStore(world.store, (tx) => tx.select({ from: 'audit_log' }))
    expect(rows).toMatchObject([
      { class: 'Component', object_id: id, field: '__create__', removed: null, added: 'Docs' },
    ])
  })
})

onAnyStore('a component', (open) => {
  const bug = { product: 'Widgets', version: '1.0', summary: 'It blinks' }

  it('gives new bugs their assignee, QA contact and CC list [COMP-02] [COMP-03]', async () => {
    const world = await open()
    await world.as('admin').components.create({
      ...docs,
      default_qa_contact: 'bob@example.com',
      default_cc: ['carl@example.com'],
    })
    const file = async (given: object = {}) => {
      const { id } = await world.as('ivan').bugs.create({ ...bug, component: 'Docs', ...given })
      return (await world.as('ivan').bugs.get({ ids: [id] })).bugs[0]
    }
    expect(await file()).toMatchObject({
      assigned_to: 'alice@example.com',
      qa_contact: 'bob@example.com',
      cc: ['carl@example.com'],
    })
    const given = { assigned_to: 'ivan@example.com', qa_contact: 'carl@example.com' }
    expect(await file(given)).toMatchObject(given)
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    expect((await file())?.qa_contact).toBe('')
  })

  it('that is not open takes no new bugs [COMP-06]', async () => {
    const world = await open()
    await world.as('admin').components.create({ ...docs, is_open: false })
    await expect(world.as('alice').bugs.create({ ...bug, component: 'Docs' })).rejects.toMatchObject({
      code: 'value_inactive',
      data: { field: 'component', value: 'Docs' },
    })
  })
})
