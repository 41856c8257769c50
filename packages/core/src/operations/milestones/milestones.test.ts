import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'

const m1 = { product: 'Widgets', names: ['M1'] }
const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const namesIn = async (world: World, product: string, who = 'admin') =>
  (await world.as(who).milestones.get({ product })).milestones.map((milestone) => milestone.name)

onAnyStore('milestones', (open) => {
  it('can be created, read, changed and removed [PROD-31]', async () => {
    const world = await open()
    const { id } = await world.as('admin').milestones.create({ product: 'widgets', name: 'M2', sort_key: -32_768 })
    const dates = { start_date: null, due_date: null }
    const milestone = { id, product: 'Widgets', name: 'M2', sort_key: -32_768, is_active: true, ...dates }
    expect((await world.as('eve').milestones.get({ ids: [id] })).milestones).toEqual([milestone])
    expect(await namesIn(world, 'Widgets')).toEqual(['M2', '---', 'M1'])
    const { milestones } = await world
      .as('admin')
      .milestones.update({ ids: [id], name: 'Next', is_active: false, sort_key: 5 })
    expect(milestones).toEqual([
      {
        id,
        changes: {
          name: { removed: 'M2', added: 'Next' },
          is_active: { removed: '1', added: '0' },
          sort_key: { removed: '-32768', added: '5' },
        },
      },
    ])
    expect(await world.as('admin').milestones.delete({ ids: [id] })).toEqual({ milestones: [{ id }] })
    expect(await namesIn(world, 'Widgets')).toEqual(['---', 'M1'])
    expect((await rowsOf(world, 'audit_log')).map((row) => [row.class, row.field])).toEqual([
      ['Milestone', '__create__'],
      ['Milestone', 'name'],
      ['Milestone', 'is_active'],
      ['Milestone', 'sort_key'],
      ['Milestone', '__remove__'],
    ])
  })

  it('have dates, of which the last is not before the first', async () => {
    const world = await open()
    const { milestones } = world.as('admin')
    const dates = { start_date: '2026-1-5', due_date: '2026-02-01' }
    const { id } = await milestones.create({ product: 'Widgets', name: 'M2', ...dates })
    const shown = async () => {
      const found = await world.as('eve').milestones.get({ ids: [id], include_fields: ['start_date', 'due_date'] })
      const { products } = await world.as('eve').products.get({ names: ['Widgets'] })
      expect(products[0]?.milestones).toContainEqual(expect.objectContaining({ id, ...found.milestones[0] }))
      return found.milestones[0]
    }
    expect(await shown()).toEqual({ start_date: '2026-01-05', due_date: '2026-02-01' })
    const late = { code: 'param_invalid', number: 53, data: { field: 'due_date' } }
    await expect(milestones.update({ ids: [id], due_date: '2026-01-04' })).rejects.toMatchObject(late)
    await expect(milestones.update({ ids: [id], start_date: '2026-02-02' })).rejects.toMatchObject(late)
    const made = { product: 'Widgets', name: 'M3', start_date: '2026-01-02', due_date: '2026-01-01' }
    await expect(milestones.create(made)).rejects.toMatchObject(late)
    const wrong = { code: 'illegal_date', data: { field: 'start_date' } }
    await expect(milestones.update({ ids: [id], start_date: '2026-02-30' })).rejects.toMatchObject(wrong)
    expect((await milestones.update({ ids: [id], start_date: null, due_date: '2026-01-01' })).milestones).toEqual([
      {
        id,
        changes: {
          start_date: { removed: '2026-01-05', added: '' },
          due_date: { removed: '2026-02-01', added: '2026-01-01' },
        },
      },
    ])
    expect(await shown()).toEqual({ start_date: null, due_date: '2026-01-01' })
    await milestones.update({ ids: [id], due_date: '' })
    expect(await shown()).toEqual({ start_date: null, due_date: null })
  })

  it('cannot be chosen any more once inactive [STATE-11]', async () => {
    const world = await open()
    await world.as('admin').milestones.update({ ...m1, is_active: false })
    await expect(world.as('alice').bugs.create({ ...bug, target_milestone: 'M1' })).rejects.toMatchObject({
      code: 'value_inactive',
      data: { field: 'target_milestone', value: 'M1' },
    })
  })

  it('send their bugs to the default milestone when they are removed, as history shows', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create({ ...bug, target_milestone: 'M1' })
    const other = await world.as('alice').bugs.create(bug)
    world.clock.advance(60)
    const heard: unknown[] = []
    world.tracker.on('bug.changed', (event) => void heard.push(event))
    await world.as('admin').milestones.delete(m1)
    const { bugs } = await world.as('alice').bugs.get({ ids: [id, other.id] })
    expect(bugs.map((one) => one.target_milestone)).toEqual(['---', '---'])
    expect(bugs[0]?.last_change_time).toEqual(world.clock.now())
    expect(bugs[1]?.last_change_time).not.toEqual(world.clock.now())
    const history = await world.as('alice').bugs.history({ ids: [id] })
    const change = { field_name: 'target_milestone', removed: 'M1', added: '---' }
    expect(history.bugs[0]?.history).toEqual([{ when: world.clock.now(), who: 'admin@example.com', changes: [change] }])
    expect(heard).toMatchObject([{ bug_id: id, changes: [change] }])
  })

  it('are removed by the embedding program in the name of the first administrator', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create({ ...bug, target_milestone: 'M1' })
    await world.tracker.asSystem().milestones.delete(m1)
    const { bugs } = await world.as('alice').bugs.history({ ids: [id] })
    expect(bugs[0]?.history).toMatchObject([{ who: 'admin@example.com', changes: [{ removed: 'M1' }] }])
    expect((await world.as('admin').audit.get({ limit: 1 })).audit_log[0]?.user).toBeNull()
  })

  it('cannot be removed or deactivated while they are the default of their product', async () => {
    const world = await open()
    const standard = { product: 'Widgets', names: ['M1', '---'] }
    await expect(world.as('admin').milestones.delete(standard)).rejects.toMatchObject({
      code: 'still_in_use',
      data: { kind: 'milestone', field: 'names', value: '---' },
    })
    await expect(world.as('admin').milestones.update({ ...standard, is_active: false })).rejects.toMatchObject({
      code: 'still_in_use',
    })
    expect((await world.as('admin').milestones.get(m1)).milestones[0]?.is_active).toBe(true)
    await world.as('admin').milestones.update({ ...m1, is_active: false })
    await expect(
      world.as('admin').products.update({ names: ['Widgets'], default_milestone: 'M1' }),
    ).rejects.toMatchObject({ code: 'value_inactive', data: { field: 'default_milestone', value: 'M1' } })
    await world.as('admin').milestones.update({ product: 'Widgets', names: ['---'], name: 'Some day' })
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    expect(products[0]?.default_milestone).toBe('Some day')
  })

  it('are refused without a name, with a long one, with that of another, with a sort key out of bounds', async () => {
    const world = await open()
    const create = (name: string) => world.as('admin').milestones.create({ product: 'Widgets', name })
    const rename = (name: string) => world.as('admin').milestones.update({ ...m1, name })
    for (const act of [create, rename]) {
      await expect(act(' ')).rejects.toMatchObject({ code: 'name_blank', data: { field: 'name' } })
      await expect(act('x'.repeat(65))).rejects.toMatchObject({ code: 'name_too_long' })
      await expect(act('---')).rejects.toMatchObject({ code: 'name_in_use', data: { kind: 'milestone' } })
    }
    await expect(world.as('admin').milestones.update({ ...m1, sort_key: 32_768 })).rejects.toMatchObject({
      code: 'sort_key_invalid',
      data: { field: 'sort_key', value: 32_768, accepted: 'from -32768 to 32767' },
    })
  })

  it('are changed by members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    const acts = (who: string | null) => [
      () => world.as(who).milestones.create({ product: 'Widgets', name: '9' }),
      () => world.as(who).milestones.update({ ...m1, sort_key: 1 }),
      () => world.as(who).milestones.delete(m1),
    ]
    for (const act of [...acts('alice'), ...acts('eve'), ...acts('ivan')])
      await expect(act()).rejects.toMatchObject({ code: 'product_admin_denied', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    for (const act of acts('ivan')) await act()
  })

  it('of a hidden product are answered as absent [GEN-28]', async () => {
    const world = await open()
    const { milestones } = await world.as('ivan').milestones.get({ product: 'Vault' })
    const id = milestones[0]?.id as number
    expect((await world.as('alice').milestones.get({ ids: [id, 9999] })).milestones).toEqual([])
    for (const value of [id, 9999])
      await expect(world.as('alice').milestones.update({ ids: [value], sort_key: 1 })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'milestone', field: 'ids', value },
      })
  })
})
