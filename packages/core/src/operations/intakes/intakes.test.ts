import { expect, it } from 'vitest'
import { onAnyStore, onEveryStore } from '../../../test/harness.js'
import { givePassword, rowsOf } from '../../../test/people.js'
import { password } from '../../../test/second-factor.js'

const widgets = { name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0' }

onEveryStore('intakes', (open) => {
  it('are not found by names that no store can keep', async () => {
    const world = await open()
    await world.as('admin').intakes.create(widgets)
    expect(await world.as('admin').intakes.get({ names: ['widg\0et', 'w\ud800'] })).toEqual({ intakes: [] })
  })

  it('that file bugs of strangers by an account are activated and moved only in a confirmed session', async () => {
    const world = await open()
    const { intakes } = world.as('admin')
    const account = 'bob@example.com'
    await intakes.create({ ...widgets, accepts: 'anybody', account, is_active: false })
    await intakes.create({ ...widgets, name: 'closed', account, is_active: false })
    await intakes.create({ ...widgets, name: 'held', accepts: 'anybody', is_active: false })
    await givePassword(world, 'admin', password)
    const { token } = await world.as(null).sessions.create({ login: 'admin@example.com', password })
    world.clock.advance(15 * 60)
    const update = (name: string, input: object) =>
      world.tracker.as({ token }).intakes.update({ names: [name], ...input })
    const elsewhere = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
    for (const input of [{ is_active: true }, elsewhere])
      await expect(update('widgets', input)).rejects.toMatchObject({ code: 'confirmation_required' })
    await update('widgets', { is_active: false, per_hour: 10, product: 'Widgets' })
    for (const name of ['closed', 'held']) await update(name, { is_active: true })
    await world.tracker.as({ token }).sessions.confirm({ password })
    const { intakes: changed } = await update('widgets', { is_active: true })
    expect(changed).toMatchObject([{ changes: { is_active: { removed: '0', added: '1' } } }])
  })
})

onAnyStore('intakes', (open) => {
  it('can be created, read, changed and removed', async () => {
    const world = await open()
    const admin = world.as('admin').intakes
    const { id } = await admin.create(widgets)
    const door = { key: null, origins: [], per_hour: 60, max_kb: 4096, account: null, form: null, holds: true }
    const made = { id, ...widgets, accepts: 'accounts', is_active: true, ...door }
    expect(await admin.get()).toEqual({ intakes: [made] })
    const { intakes } = await admin.update({ names: ['widgets'], component: 'Core', accepts: 'anybody' })
    expect(intakes).toEqual([
      {
        id,
        changes: {
          accepts: { removed: 'accounts', added: 'anybody' },
          component: { removed: 'UI', added: 'Core' },
        },
      },
    ])
    await world.as('admin').versions.update({ product: 'Widgets', names: ['1.0'], name: '1.1' })
    const changed = { ...made, component: 'Core', version: '1.1', accepts: 'anybody' }
    expect(await admin.get({ ids: [id] })).toEqual({ intakes: [changed] })
    expect(await admin.delete({ ids: [id] })).toEqual({ intakes: [{ id }] })
    expect((await rowsOf(world, 'audit_log')).flatMap((row) => (row.class === 'Intake' ? row.field : []))).toEqual([
      '__create__',
      'accepts',
      'component',
      '__remove__',
    ])
  })

  it.each<[what: string, input: object, error: object]>([
    ['a capital in the name', { name: 'Widgets' }, { code: 'param_invalid', data: { field: 'name' } }],
    ['an at sign in the name', { name: 'a@b' }, { code: 'param_invalid', data: { field: 'name' } }],
    ['a long name', { name: 'x'.repeat(25) }, { code: 'name_too_long', data: { limit: 24 } }],
    ['the name of another', { name: 'taken' }, { code: 'name_in_use', data: { value: 'taken' } }],
    ['a component of another product', { component: 'Main' }, { code: 'object_does_not_exist' }],
    ['an unknown version', { version: '9' }, { code: 'object_does_not_exist', data: { field: 'version' } }],
    ['an unknown audience', { accepts: 'friends' }, { code: 'param_invalid', data: { field: 'accepts' } }],
  ])('are rejected with %s', async (_what, input, error) => {
    const world = await open()
    const admin = world.as('admin').intakes
    await admin.create({ ...widgets, name: 'taken' })
    const { id } = await admin.create(widgets)
    await expect(admin.create({ ...widgets, name: 'other', ...input })).rejects.toMatchObject(error)
    await expect(admin.update({ ids: [id], ...input })).rejects.toMatchObject(error)
  })

  it('of a product exist only for those who may administer it', async () => {
    const world = await open()
    const { id } = await world.as('admin').intakes.create(widgets)
    const absent = { code: 'object_does_not_exist', data: { kind: 'intake', value: id } }
    expect(await world.as('alice').intakes.get()).toEqual({ intakes: [] })
    await expect(world.as('alice').intakes.update({ ids: [id], is_active: false })).rejects.toMatchObject(absent)
    await expect(world.as('alice').intakes.delete({ ids: [id] })).rejects.toMatchObject(absent)
    await expect(world.as('alice').intakes.create({ ...widgets, name: 'mine' })).rejects.toMatchObject({
      code: 'product_admin_denied',
    })
  })

  it('keep their component and version from being removed', async () => {
    const world = await open()
    await world.as('admin').intakes.create(widgets)
    const used = { code: 'still_in_use', data: { by: 'intakes' } }
    const { components, versions } = world.as('admin')
    await expect(components.delete({ product: 'Widgets', names: ['UI'] })).rejects.toMatchObject(used)
    await expect(versions.delete({ product: 'Widgets', names: ['1.0'] })).rejects.toMatchObject(used)
  })
})
