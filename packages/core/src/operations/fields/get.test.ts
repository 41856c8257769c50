import { expect, it } from 'vitest'
import { addCustomField, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { fieldTypes } from '../../setup/field-types.js'

const field = async (world: World, name: string, who: string | null = 'alice') => {
  const { fields } = await world.as(who).fields.get({ names: [name] })
  const [found] = fields
  if (!found) throw new Error(`there is no field ${name}`)
  return found
}

const valuesOf = async (world: World, name: string, who: string | null = 'alice') =>
  (await field(world, name, who)).values.map((value) => value.name)

/** Gives a field a controller, and the values it is shown for. */
async function control(world: World, name: string, by: string, ids: readonly number[]): Promise<void> {
  await inStore(world.store, async (tx) => {
    const rows = await tx.select({ from: 'fields' })
    const idOf = (wanted: string) => rows.find((row) => row.name === wanted)?.id as number
    await tx.update('fields', { col: 'name', eq: name }, { visibility_field_id: idOf(by) })
    await tx.insert(
      'field_visibility_values',
      ids.map((value_id) => ({ field_id: idOf(name), value_id })),
    )
    await bumpCatalogueVersion(tx)
  })
}

onAnyStore('fields.get', (open) => {
  it('lists all fields, custom ones last, also for the logged-out [FLD-01] [FLD-09] [DATA-31]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_note', type: fieldTypes.freeText }))
    for (const who of ['alice', null]) {
      const { fields } = await world.as(who).fields.get()
      const names = fields.map((one) => one.name)
      expect(names.slice(0, 3)).toEqual(['bug_id', 'short_desc', 'classification'])
      expect(names.at(-1)).toBe('cf_note')
      expect(fields.filter((one) => one.is_custom).map((one) => one.name)).toEqual(['cf_note'])
      expect(fields.at(-1)).toEqual({
        id: fields.length,
        name: 'cf_note',
        display_name: 'cf_note',
        type: 1,
        is_custom: true,
        is_mandatory: false,
        is_on_bug_entry: true,
        visibility_field: null,
        visibility_values: [],
        value_field: null,
        values: [],
      })
    }
  })

  it('gives every field a unique id and name, the same everywhere [FLD-07] [FLD-08]', async () => {
    const world = await open()
    const { fields } = await world.as(null).fields.get()
    for (const key of ['id', 'name'] as const) expect(new Set(fields.map((one) => one[key])).size).toBe(fields.length)
    for (const [id, name, display_name, type] of [
      [1, 'bug_id', 'Bug #', 0],
      [9, 'bug_status', 'Status', 2],
      [11, 'keywords', 'Keywords', 8],
      [32, 'target_milestone', 'Target Milestone', 0],
      [45, 'deadline', 'Deadline', 5],
      [55, 'see_also', 'See Also', 7],
      [59, 'days_elapsed', 'Days since bug changed', 0],
    ] as const)
      expect(fields[id - 1]).toMatchObject({ id, name, display_name, type, is_custom: false, is_on_bug_entry: false })
    const mandatory = fields.filter((one) => one.is_mandatory).map((one) => one.name)
    expect(mandatory).toEqual(['short_desc', 'product', 'version', 'component'])
  })

  it('reads fields by id and by internal name, each once, obsolete ones too [FLD-02]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_old', type: 1, is_obsolete: true }))
    const { fields } = await world.as('alice').fields.get({ ids: [14, 9], names: ['PRIORITY', 'cf_old'] })
    expect(fields.map((one) => one.name)).toEqual(['priority', 'bug_status', 'cf_old'])
    expect((await world.as('alice').fields.get()).fields.map((one) => one.name)).not.toContain('cf_old')
    for (const [key, value] of [
      ['ids', 999],
      ['names', 'status'],
    ])
      await expect(world.as('alice').fields.get({ [String(key)]: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { kind: 'field', field: key, value },
      })
  })

  it('lists obsolete fields, and where and whether fields are listed, only when asked for', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_old', type: 1, is_obsolete: true }))
    const { fields } = await world
      .as(null)
      .fields.get({ include_obsolete: true, include_fields: ['_default', '_extra'] })
    expect(fields.find((one) => one.name === 'cf_old')).toMatchObject({
      is_obsolete: true,
      sort_key: expect.any(Number) as number,
    })
    expect(fields.find((one) => one.name === 'priority')).toMatchObject({ is_obsolete: false })
    const [plain] = (await world.as(null).fields.get({ names: ['cf_old'] })).fields
    expect(plain).not.toHaveProperty('is_obsolete')
    expect(plain).not.toHaveProperty('sort_key')
  })

  it('gives fields their values, under the names that bugs take [FLD-13] [FLD-14] [DATA-32]', async () => {
    const world = await open()
    expect((await field(world, 'priority')).values[0]).toEqual({
      name: 'Highest',
      sort_key: 100,
      sortkey: 100,
      visibility_values: [],
    })
    expect(await valuesOf(world, 'resolution')).toEqual(['', 'FIXED', 'INVALID', 'WONTFIX', 'DUPLICATE', 'WORKSFORME'])
    expect(await valuesOf(world, 'short_desc')).toEqual([])
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    for (const [name, key] of [
      ['priority', 'priority'],
      ['bug_severity', 'severity'],
      ['op_sys', 'op_sys'],
      ['rep_platform', 'platform'],
    ] as const) {
      for (const value of await valuesOf(world, name)) {
        const { id } = await world.as('alice').bugs.create({ ...bug, [key]: value })
        const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
        expect(bugs[0]?.[key]).toBe(value)
      }
    }
  })

  it('sorts values by sort key, then by name [FLD-15]', async () => {
    const world = await open()
    const set = (name: string, sort_key: number) =>
      inStore(world.store, async (tx) => {
        await tx.update('legal_values', { col: 'name', eq: name }, { sort_key })
        await bumpCatalogueVersion(tx)
      })
    await set('Lowest', 50)
    await set('Low', 100)
    expect(await valuesOf(world, 'priority')).toEqual(['Lowest', 'Highest', 'Low', 'High', 'Normal', '---'])
    for (const { values } of (await world.as('alice').fields.get()).fields)
      for (const value of values) expect(value.sortkey).toBe(value.sort_key)
  })

  it('gives values of products with their product and whether they are active [FLD-16] [FLD-12]', async () => {
    const world = await open()
    await world.as('admin').components.update({ product: 'Widgets', names: ['UI'], is_open: false })
    const component = await field(world, 'component')
    expect(component.value_field).toBe('product')
    expect(component.values).toEqual([
      { name: 'Core', sort_key: 0, sortkey: 0, visibility_values: ['Widgets'], is_active: true },
      { name: 'Main', sort_key: 0, sortkey: 0, visibility_values: ['Gadgets'], is_active: true },
      { name: 'Old', sort_key: 0, sortkey: 0, visibility_values: ['Closed'], is_active: true },
      { name: 'UI', sort_key: 0, sortkey: 0, visibility_values: ['Widgets'], is_active: false },
    ])
    for (const { name, values } of (await world.as('alice').fields.get()).fields) {
      const isOfProduct = ['component', 'version', 'target_milestone'].includes(name)
      for (const value of values) expect('is_active' in value).toBe(isOfProduct)
    }
  })

  it('describes keywords [FLD-17]', async () => {
    const world = await open()
    const { values } = await field(world, 'keywords')
    expect(values).toEqual([
      { name: 'crash', sort_key: 0, sortkey: 0, visibility_values: [], description: 'About crash' },
      { name: 'regression', sort_key: 0, sortkey: 0, visibility_values: [], description: 'About regression' },
    ])
    expect((await field(world, 'priority')).values.some((value) => 'description' in value)).toBe(false)
  })

  it('says of statuses whether they are open and what may follow [FLD-18] [FLD-19]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [resolved] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'RESOLVED' } })
      await tx.update('status_workflow', { col: 'to_status_id', eq: resolved?.id ?? 0 }, { require_comment: true })
      await tx.update('legal_values', { col: 'name', eq: 'IN_PROGRESS' }, { is_active: false })
      await bumpCatalogueVersion(tx)
    })
    const { values } = await field(world, 'bug_status')
    const openness = values.map((value) => [value.name, value.is_open])
    expect(openness).toEqual([
      ['', true],
      ['UNCONFIRMED', true],
      ['CONFIRMED', true],
      ['IN_PROGRESS', true],
      ['RESOLVED', false],
      ['VERIFIED', false],
    ])
    const free = (name: string) => ({ name, comment_required: false })
    expect(values[0]?.can_change_to).toEqual([free('UNCONFIRMED'), free('CONFIRMED')])
    expect(values[2]?.can_change_to).toEqual([{ name: 'RESOLVED', comment_required: true }])
    expect(values[5]?.can_change_to).toEqual([free('UNCONFIRMED'), free('CONFIRMED')])
    expect((await field(world, 'resolution')).values.some((value) => 'is_open' in value)).toBe(false)
  })

  it('says when a field is shown [FLD-10] [FLD-11]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_note', type: 1 }))
    const { fields } = await world.as('alice').fields.get({ names: ['op_sys'] })
    expect(fields[0]).toMatchObject({ visibility_field: null, visibility_values: [] })
    const ids = await inStore(world.store, (tx) =>
      tx.select({ from: 'legal_values', where: { col: 'name', in: ['Linux', 'Windows'] } }),
    )
    await control(
      world,
      'cf_note',
      'op_sys',
      ids.map((row) => row.id),
    )
    expect(await field(world, 'cf_note')).toMatchObject({
      visibility_field: 'op_sys',
      visibility_values: ['Windows', 'Linux'],
    })
  })

  it('says which field the values depend on, and on which of its values [FLD-12]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_kind', type: 2 }, ['---', 'Kernel', 'Any']))
    await inStore(world.store, async (tx) => {
      const [system] = await tx.select({ from: 'fields', where: { col: 'name', eq: 'op_sys' } })
      const [linux] = await tx.select({ from: 'legal_values', where: { col: 'name', eq: 'Linux' } })
      await tx.update('fields', { col: 'name', eq: 'cf_kind' }, { value_field_id: system?.id ?? 0 })
      await tx.update('legal_values', { col: 'name', eq: 'Kernel' }, { controlling_value_id: linux?.id ?? 0 })
      await bumpCatalogueVersion(tx)
    })
    const kind = await field(world, 'cf_kind')
    expect(kind.value_field).toBe('op_sys')
    expect(kind.values.map((value) => [value.name, value.visibility_values])).toEqual([
      ['---', []],
      ['Kernel', ['Linux']],
      ['Any', []],
    ])
  })

  it('names nothing of products that the caller has no access to', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await tx.insert('classifications', [
        { id: 2, name: 'Treasure', name_folded: 'treasure', description: '', sort_key: 0 },
      ])
      await tx.update('products', { col: 'name', eq: 'Vault' }, { classification_id: 2 })
      await addCustomField(tx, { name: 'cf_note', type: 1 })
    })
    const products = await inStore(world.store, (tx) => tx.select({ from: 'products' }))
    await control(
      world,
      'cf_note',
      'product',
      products.filter((one) => ['Vault', 'Widgets'].includes(one.name)).map((one) => one.id),
    )
    for (const who of ['alice', null]) {
      const { fields } = await world.as(who).fields.get()
      expect(JSON.stringify(fields)).not.toMatch(/Vault|Safe|Treasure/)
    }
    const answer = JSON.stringify((await world.as('ivan').fields.get()).fields)
    for (const name of ['Vault', 'Safe', 'Treasure']) expect(answer).toContain(name)
    expect((await field(world, 'cf_note')).visibility_values).toEqual(['Widgets'])
    expect((await field(world, 'cf_note', 'ivan')).visibility_values).toEqual(['Vault', 'Widgets'])
    expect(await valuesOf(world, 'product')).toEqual(['Closed', 'Gadgets', 'Widgets'])
  })

  it('gives the fields asked for, of values too', async () => {
    const world = await open()
    const { fields } = await world
      .as('alice')
      .fields.get({ names: ['priority'], include_fields: ['name', 'values.name', 'values.sort_key'] })
    expect(fields[0]).toMatchObject({ name: 'priority' })
    expect(Object.keys(fields[0] ?? {})).toEqual(['name', 'values'])
    expect(fields[0]?.values?.[0]).toEqual({ name: 'Highest', sort_key: 100 })
  })
})
