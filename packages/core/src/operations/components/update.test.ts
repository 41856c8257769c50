import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'

const ui = { product: 'Widgets', names: ['UI'] }
type Input = NonNullable<Parameters<ReturnType<World['as']>['components']['update']>[0]>

async function uiOf(world: World) {
  const { components } = await world.as('admin').components.get({ product: 'Widgets' })
  return components.find((component) => component.name !== 'Core')
}

onAnyStore('components.update', (open) => {
  it('changes every field of a component and returns the changes [COMP-01]', async () => {
    const world = await open()
    const before = await uiOf(world)
    const { components } = await world.as('admin').components.update({
      ...ui,
      name: 'Front',
      description: 'The <i>front</i>',
      default_assignee: 'BOB@example.com',
      default_qa_contact: '',
      default_cc: ['carl@example.com', 'alice@example.com', 'CARL@example.com'],
      is_open: false,
      sort_key: -5,
    })
    expect(components).toEqual([
      {
        id: before?.id,
        changes: {
          name: { removed: 'UI', added: 'Front' },
          description: { removed: 'The UI component', added: 'The <i>front</i>' },
          default_assignee: { removed: 'alice@example.com', added: 'bob@example.com' },
          default_qa_contact: { removed: 'bob@example.com', added: '' },
          default_cc: { removed: 'ivan@example.com', added: 'alice@example.com, carl@example.com' },
          is_open: { removed: '1', added: '0' },
          sort_key: { removed: '0', added: '-5' },
        },
      },
    ])
    expect(await uiOf(world)).toEqual({
      ...before,
      name: 'Front',
      description: 'The <i>front</i>',
      default_assigned_to: 'bob@example.com',
      default_qa_contact: '',
      default_cc: ['alice@example.com', 'carl@example.com'],
      is_active: false,
      sort_key: -5,
    })
  })

  it('sorts components by sort key, then by name [COMP-05]', async () => {
    const world = await open()
    const order = async () => {
      const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
      return products[0]?.components.map((component) => component.name)
    }
    expect(await order()).toEqual(['Core', 'UI'])
    await world.as('admin').components.update({ ...ui, sort_key: -1 })
    expect(await order()).toEqual(['UI', 'Core'])
  })

  it('takes a component out of use, and bugs keep it under its new name [COMP-06] [STATE-11]', async () => {
    const world = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const { id } = await world.as('alice').bugs.create(bug)
    await world.as('admin').components.update({ ...ui, is_open: false, name: 'Front' })
    await expect(world.as('alice').bugs.create({ ...bug, component: 'Front' })).rejects.toMatchObject({
      code: 'value_inactive',
      data: { field: 'component', value: 'Front' },
    })
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.component).toBe('Front')
  })

  it('changes several at once, or none', async () => {
    const world = await open()
    const all = { product: 'Widgets', names: ['UI', 'Core', 'ui'] }
    const { components } = await world.as('admin').components.update({ ...all, description: 'Same' })
    expect(components).toHaveLength(2)
    await expect(
      world.as('admin').components.update({ product: 'Widgets', names: ['UI', 'None'], description: 'Other' }),
    ).rejects.toMatchObject({ code: 'object_does_not_exist', data: { field: 'names', value: 'None' } })
    await expect(world.as('admin').components.update({ ...all, name: 'One' })).rejects.toMatchObject({
      code: 'param_invalid',
      data: { field: 'name' },
    })
    expect((await uiOf(world))?.description).toBe('Same')
  })

  it('answers no changes and writes nothing for values that stay the same', async () => {
    const world = await open()
    const same = { name: 'UI', default_cc: ['ivan@example.com'], default_assignee: 'alice@example.com', is_open: true }
    const { components } = await world.as('admin').components.update({ ...ui, ...same })
    expect(components[0]?.changes).toEqual({})
    expect(await rowsOf(world, 'audit_log')).toEqual([])
    await world.as('admin').components.update({ ...ui, name: 'ui' })
    expect((await uiOf(world))?.name).toBe('ui')
  })

  it('keeps the QA contact while QA contacts are disabled', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '0'))
    const { components } = await world.as('admin').components.update({ ...ui, default_qa_contact: '' })
    expect(components[0]?.changes).toEqual({})
  })

  it.each<[what: string, input: Input, code: string, field: string]>([
    ['nothing named', { is_open: true }, 'params_required', ''],
    ['names without a product', { names: ['UI'], is_open: true }, 'param_required', 'product'],
    ['an unknown id', { ids: [9999] }, 'object_does_not_exist', 'ids'],
    ['an unknown product', { product: 'Nothing', names: ['UI'] }, 'object_does_not_exist', 'product'],
    ['a blank name', { ...ui, name: ' ' }, 'component_blank_name', 'name'],
    ['a long name', { ...ui, name: 'x'.repeat(65) }, 'component_name_too_long', 'name'],
    ['the name of another', { ...ui, name: 'CORE' }, 'component_already_exists', 'name'],
    ['a blank description', { ...ui, description: '' }, 'component_blank_description', 'description'],
    ['no assignee', { ...ui, default_assignee: '' }, 'component_need_initialowner', 'default_assignee'],
    ['an unknown assignee', { ...ui, default_assignee: 'x@y.z' }, 'object_does_not_exist', 'default_assignee'],
    ['an unknown QA contact', { ...ui, default_qa_contact: 'x' }, 'object_does_not_exist', 'default_qa_contact'],
    ['an unknown CC', { ...ui, default_cc: ['x'] }, 'object_does_not_exist', 'default_cc'],
    ['a sort key out of bounds', { ...ui, sort_key: 1.5 }, 'sort_key_invalid', 'sort_key'],
  ])('refuses %s', async (_what, input, code, field) => {
    const world = await open()
    await expect(world.as('admin').components.update(input)).rejects.toMatchObject({
      code,
      data: field === '' ? {} : { field },
    })
    expect(await rowsOf(world, 'audit_log')).toEqual([])
  })

  it('is for members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    const act = (who: string | null, product = 'Widgets', name = 'UI') =>
      world.as(who).components.update({ product, names: [name], description: `By ${who}` })
    for (const who of ['alice', 'eve', 'ivan'])
      await expect(act(who)).rejects.toMatchObject({ code: 'product_admin_denied', number: 304 })
    await expect(act(null)).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    await act('ivan')
    await expect(act('ivan', 'Gadgets', 'Main')).rejects.toMatchObject({ number: 304 })
  })

  it('answers for components of a hidden product as for none [GEN-28]', async () => {
    const world = await open()
    const { components } = await world.as('ivan').components.get({ product: 'Vault' })
    const id = components[0]?.id as number
    for (const value of [id, 9999])
      await expect(world.as('alice').components.update({ ids: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'component', field: 'ids', value },
      })
    for (const product of ['Vault', 'Nothing'])
      await expect(world.as('alice').components.update({ product, names: ['Safe'] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'product', field: 'product', value: product },
      })
  })

  it('leaves an entry in the audit log, and fires an event', async () => {
    const world = await open()
    const heard: unknown[] = []
    world.tracker.on('administration.changed', (event) => void heard.push(event))
    await world.as('admin').components.update({ ...ui, sort_key: 3 })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'Component', field: 'sort_key', removed: '0', added: '3' },
    ])
    expect(heard).toMatchObject([{ class: 'Component', changes: [{ field: 'sort_key', removed: '0', added: '3' }] }])
  })
})
