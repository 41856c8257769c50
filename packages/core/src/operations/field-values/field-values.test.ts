import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { deliver, hookSecret, push } from '../../../test/code.js'
import { at } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const colour = { name: 'cf_colour', display_name: 'Colour', type: 2 }

const hook = { name: 'Git', host: 'github', account: 'alice@example.com', secret: hookSecret } as const

const valuesOf = async (world: World, name: string) => {
  const { fields } = await world.as('admin').fields.get({ names: [name] })
  return fields[0]?.values.map((value) => value.name)
}

const activeOf = async (world: World, field: string) => (await world.as('alice').fields.values({ field })).values

onAnyStore('fieldValues.create', (open) => {
  it('makes a value that bugs take at once, in its place [FLD-04] [FLD-15]', async () => {
    const world = await open()
    const admin = world.as('admin').fieldValues
    await admin.create({ field: 'priority', name: 'Urgent', sort_key: 50 })
    await admin.create({ field: 'priority', name: 'Some day' })
    await admin.create({ field: 'priority', name: 'Gone', is_active: false })
    const all = ['Urgent', 'Highest', 'High', 'Normal', 'Low', 'Lowest', '---', 'Some day', 'Gone']
    expect(await valuesOf(world, 'priority')).toEqual(all)
    expect(await activeOf(world, 'priority')).toEqual(all.slice(0, -1))
    const { id } = await world.as('alice').bugs.create({ ...bug, priority: 'urgent' })
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.priority).toBe('Urgent')
    expect((await rowsOf(world, 'audit_log'))[0]).toMatchObject({
      class: 'LegalValue',
      field: '__create__',
      added: 'priority: Urgent',
    })
  })

  it('makes values of custom fields, offered with a value of another field only', async () => {
    const world = await open()
    await world.as('admin').fields.create({ ...colour, value_field: 'op_sys' })
    await world.as('admin').fieldValues.create({ field: 'cf_colour', name: 'red', visibility_values: ['linux'] })
    const { fields } = await world.as('alice').fields.get({ names: ['cf_colour'] })
    expect(fields[0]?.values.map((value) => [value.name, value.visibility_values])).toEqual([
      ['---', []],
      ['red', ['Linux']],
    ])
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_colour: 'red' })
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.['cf_colour']).toBe('red')
  })

  it('hides values that are offered only with a hidden product, except in bugs that have them', async () => {
    const world = await open()
    const system = world.tracker.asSystem(at('admin'))
    await system.fields.create({ ...colour, type: 3, value_field: 'product' })
    await system.fieldValues.create({ field: 'cf_colour', name: 'red', visibility_values: ['Widgets'] })
    await system.fieldValues.create({ field: 'cf_colour', name: 'canary', visibility_values: ['Vault'] })
    expect(await valuesOf(world, 'cf_colour')).toEqual(['red'])
    expect(await activeOf(world, 'cf_colour')).toEqual(['red'])
    const { suggestions } = await world.as('alice').server.suggest({ text: 'cf_colour:' })
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_colour: 'red' })
    const change = async (names: readonly string[]) =>
      world
        .as('alice')
        .bugs.update({ ids: [id], cf_colour: [...names] })
        .then(
          () => '',
          (error: unknown) => String(error),
        )
    expect(JSON.stringify([suggestions, await change(['x'])])).not.toContain('canary')
    expect(await change(['canary'])).toBe((await change(['nothing'])).replace('nothing', 'canary'))
    await system.bugs.update({ ids: [id], cf_colour: ['canary', 'red'] })
    await change(['canary'])
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.['cf_colour']).toEqual(['canary'])
  })

  it('has no empty column on boards for values that are offered only with a hidden product', async () => {
    const world = await open()
    const system = world.tracker.asSystem(at('admin'))
    await system.fields.create({ ...colour, value_field: 'product' })
    await system.fieldValues.create({ field: 'cf_colour', name: 'canary', visibility_values: ['Vault'] })
    await world.as('alice').bugs.create(bug)
    const { columns } = await world.as('alice').bugs.board({ columns: 'cf_colour' })
    expect(columns.map((one) => one.name)).toEqual(['---'])
  })

  it('lists the values of fields that depend on each other, which earlier versions accepted', async () => {
    const world = await open()
    const admin = world.as('admin')
    await admin.fields.create({ ...colour, type: 2 })
    await admin.fields.create({ name: 'cf_shade', display_name: 'Shade', type: 2, value_field: colour.name })
    await inStore(world.store, async (tx) => {
      const [shade] = await tx.select({ from: 'fields', where: { col: 'name', eq: 'cf_shade' } })
      await tx.update('fields', { col: 'name', eq: colour.name }, { value_field_id: shade?.id ?? null })
      await bumpCatalogueVersion(tx)
    })
    await admin.fieldValues.create({ field: 'cf_shade', name: 'dark' })
    expect(await valuesOf(world, 'cf_shade')).toEqual(['---', 'dark'])
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_shade: 'dark' })
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.['cf_shade']).toBe('dark')
  })

  it('takes a text that is a value with a comma as this value, and others as lists', async () => {
    const world = await open()
    await world.as('admin').fields.create({ ...colour, type: 3 })
    for (const name of ['red', 'red, dark', 'blue'])
      await world.as('admin').fieldValues.create({ field: 'cf_colour', name })
    const stored = async (cf_colour: string) => {
      const { id } = await world.as('alice').bugs.create({ ...bug, cf_colour })
      return (await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.['cf_colour']
    }
    expect(await stored('Red, dark')).toEqual(['red, dark'])
    expect(await stored('red, blue')).toEqual(['blue', 'red'])
  })

  it('makes statuses, open or closed, which the workflow then takes [FLD-18]', async () => {
    const world = await open()
    const create = world.as('admin').fieldValues.create
    await expect(create({ field: 'status', name: 'NEW' })).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'is_open' },
    })
    await create({ field: 'status', name: 'NEW', is_open: true })
    await world.as('admin').workflow.update({ add: [{ from: '', to: 'NEW' }] })
    const { id } = await world.as('alice').bugs.create({ ...bug, status: 'NEW' })
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]).toMatchObject({ status: 'NEW', is_open: true })
  })

  it.each<[what: string, input: object, code: string, field: string]>([
    ['an unknown field', { field: 'nothing' }, 'invalid_field_name', 'field'],
    ['a field without values', { field: 'summary' }, 'invalid_field_name', 'field'],
    ['a field of products', { field: 'component' }, 'invalid_field_name', 'field'],
    ['the field of products', { field: 'product' }, 'invalid_field_name', 'field'],
    ['a blank name', { name: ' ' }, 'name_blank', 'name'],
    ['a long name', { name: 'x'.repeat(65) }, 'name_too_long', 'name'],
    ['the name of another', { name: 'HIGH' }, 'name_in_use', 'name'],
    ['a sort key out of bounds', { sort_key: 32_768 }, 'sort_key_invalid', 'sort_key'],
    ['is_open on what is no status', { is_open: true }, 'illegal_value', 'is_open'],
    ['a reserved word as a status', { field: 'status', name: 'None', is_open: true }, 'illegal_value', 'name'],
    ['a visibility value without value field', { visibility_values: ['x'] }, 'illegal_value', 'visibility_values'],
    ['two visibility values', { visibility_values: ['x', 'y'] }, 'list_too_long', 'visibility_values'],
  ])('refuses %s', async (_what, input, code, field) => {
    const world = await open()
    const creating = world.as('admin').fieldValues.create({ field: 'priority', name: 'Urgent', ...input })
    await expect(creating).rejects.toMatchObject({ code, data: { field } })
    expect(await valuesOf(world, 'priority')).not.toContain('Urgent')
  })

  it('is, like update and delete, for members of admin', async () => {
    const world = await open()
    const named = { field: 'priority', names: ['Urgent'] }
    const acts = (who: string | null) => [
      () => world.as(who).fieldValues.create({ field: 'priority', name: 'Urgent' }),
      () => world.as(who).fieldValues.update({ ...named, sort_key: 1 }),
      () => world.as(who).fieldValues.delete(named),
    ]
    await join(world, 'carl', 'editcomponents')
    for (const act of [...acts('carl'), ...acts('alice')])
      await expect(act()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ number: 410 })
    for (const act of acts('admin')) await act()
    expect((await rowsOf(world, 'audit_log')).map((row) => row.field)).toEqual(['__create__', 'sort_key', '__remove__'])
  })
})

onAnyStore('fieldValues.update', (open) => {
  it('renames, reorders and deactivates values [FLD-04]', async () => {
    const world = await open()
    const { id } = await world.as('alice').bugs.create({ ...bug, severity: 'major' })
    const { values } = await world.as('admin').fieldValues.update({
      field: 'severity',
      names: ['major'],
      name: 'serious',
      sort_key: 50,
      is_active: false,
    })
    expect(values).toMatchObject([
      {
        changes: {
          name: { removed: 'major', added: 'serious' },
          sort_key: { removed: '300', added: '50' },
          is_active: { removed: '1', added: '0' },
        },
      },
    ])
    expect((await valuesOf(world, 'bug_severity'))?.[0]).toBe('serious')
    expect(await activeOf(world, 'severity')).not.toContain('serious')
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.severity).toBe('serious')
  })

  it('renames a value in the parameters that name it, too', async () => {
    const world = await open()
    await world.as('admin').fieldValues.update({ field: 'priority', names: ['---'], name: 'Undecided' })
    const { parameters } = await world.as('admin').parameters.get()
    expect(parameters['defaultpriority']).toBe('Undecided')
    const { id } = await world.as('alice').bugs.create(bug)
    expect((await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.priority).toBe('Undecided')
  })

  it('renames a status and a resolution in code hooks, which still close bugs', async () => {
    const world = await open()
    const admin = world.as('admin')
    await admin.fieldValues.create({ field: 'status', name: 'DONE', is_open: false })
    await admin.workflow.update({ add: [{ from: 'CONFIRMED', to: 'DONE' }] })
    await admin.codeHooks.create({ ...hook, status: 'DONE', resolution: 'WONTFIX' })
    await admin.fieldValues.update({ field: 'status', names: ['DONE'], name: 'FINISHED' })
    await admin.fieldValues.update({ field: 'resolution', names: ['WONTFIX'], name: 'DECLINED' })
    expect((await admin.codeHooks.get()).code_hooks).toMatchObject([{ status: 'FINISHED', resolution: 'DECLINED' }])
    const { id } = await world.as('alice').bugs.create({ ...bug, status: 'CONFIRMED' })
    const answer = await deliver(world, 'push', push([{ message: `Fixes bug ${id}` }]))
    expect(answer).toMatchObject({ closed: [id], left: [] })
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs).toMatchObject([{ status: 'FINISHED', resolution: 'DECLINED' }])
    const logged = (await rowsOf(world, 'audit_log')).filter((row) => row.class === 'CodeHook')
    expect(logged.slice(1)).toMatchObject([
      { field: 'status', removed: 'DONE', added: 'FINISHED' },
      { field: 'resolution', removed: 'WONTFIX', added: 'DECLINED' },
    ])
  })

  it('changes the value of another field with which a value is offered', async () => {
    const world = await open()
    await world.as('admin').fields.create({ ...colour, value_field: 'op_sys' })
    const named = { field: 'cf_colour', names: ['---'] }
    const change = async (visibility_values: string[]) =>
      (await world.as('admin').fieldValues.update({ ...named, visibility_values })).values[0]?.changes
    expect(await change(['Windows'])).toEqual({ visibility_values: { removed: '', added: 'Windows' } })
    expect(await change([])).toEqual({ visibility_values: { removed: 'Windows', added: '' } })
    await change(['Linux'])
    await world.as('admin').fields.update({ names: ['cf_colour'], value_field: 'priority' })
    const { fields } = await world.as('alice').fields.get({ names: ['cf_colour'] })
    expect(fields[0]?.values[0]?.visibility_values).toEqual([])
  })

  it('keeps as it is what the tracker knows by its name, and what bugs start with', async () => {
    const world = await open()
    await world.as('admin').fields.create(colour)
    const update = world.as('admin').fieldValues.update
    const kept = { code: 'still_in_use', data: { field: 'names' } }
    for (const [field, value] of [
      ['status', 'UNCONFIRMED'],
      ['status', 'RESOLVED'],
      ['resolution', 'FIXED'],
      ['resolution', 'DUPLICATE'],
      ['resolution', ''],
      ['cf_colour', '---'],
    ] as const) {
      await expect(update({ field, names: [value], name: 'OTHER' })).rejects.toMatchObject(kept)
      await expect(world.as('admin').fieldValues.delete({ field, names: [value] })).rejects.toMatchObject(kept)
    }
    for (const [field, names] of [
      ['priority', ['---']],
      ['op_sys', ['All']],
      ['status', ['RESOLVED']],
      ['status', ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS']],
      ['resolution', ['']],
      ['cf_colour', ['---']],
    ] as const)
      await expect(update({ field, names: [...names], is_active: false })).rejects.toMatchObject(kept)
    await update({ field: 'status', names: ['CONFIRMED', 'IN_PROGRESS'], is_active: false })
    expect(await activeOf(world, 'status')).toEqual(['UNCONFIRMED', 'RESOLVED', 'VERIFIED'])
  })

  it('changes several values or none', async () => {
    const world = await open()
    const update = world.as('admin').fieldValues.update
    const two = { field: 'priority', names: ['High', 'Low'] }
    await expect(update({ ...two, name: 'One' })).rejects.toMatchObject({
      code: 'param_invalid',
    })
    await expect(update({ field: 'priority', sort_key: 1 })).rejects.toMatchObject({ code: 'params_required' })
    await expect(update({ field: 'priority', names: ['High', 'None'], sort_key: 1 })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      data: { kind: 'value', field: 'names', value: 'None' },
    })
    expect((await valuesOf(world, 'priority'))?.[0]).toBe('Highest')
    expect((await update({ ...two, sort_key: 1 })).values).toHaveLength(2)
    expect((await valuesOf(world, 'priority'))?.slice(0, 2)).toEqual(['High', 'Low'])
  })
})

onAnyStore('fieldValues.delete', (open) => {
  it('removes values that no bug has, and the transitions of a status', async () => {
    const world = await open()
    const remove = world.as('admin').fieldValues.delete
    await remove({ field: 'platform', names: ['macintosh', 'Other'] })
    expect(await valuesOf(world, 'rep_platform')).toEqual(['All', 'PC'])
    await remove({ field: 'status', names: ['VERIFIED'] })
    const { workflow } = await world.as('alice').workflow.get()
    expect(workflow.some((move) => move.to === 'VERIFIED' || move.from === 'VERIFIED')).toBe(false)
    expect((await rowsOf(world, 'status_workflow')).length).toBe(workflow.length)
  })

  it('keeps values that bugs have, and values that fields depend on', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{}])
    const admin = world.as('admin')
    await admin.fields.create({ ...colour, visibility_field: 'op_sys', visibility_values: ['Windows'] })
    await admin.fieldValues.create({ field: 'cf_colour', name: 'red' })
    await world.as('alice').bugs.create({ ...bug, cf_colour: 'red' })
    for (const [field, value, by] of [
      ['priority', 'Normal', 'bugs'],
      ['cf_colour', 'red', 'bugs'],
      ['op_sys', 'Windows', 'field cf_colour'],
    ] as const)
      await expect(admin.fieldValues.delete({ field, names: [value] })).rejects.toMatchObject({
        code: 'still_in_use',
        data: { field: 'names', value, by },
      })
  })

  it('keeps the status and the resolution that code hooks set', async () => {
    const world = await open()
    const admin = world.as('admin')
    const { id } = await admin.codeHooks.create({ ...hook, status: 'VERIFIED', resolution: 'WONTFIX' })
    const values = [
      ['status', 'VERIFIED'],
      ['resolution', 'WONTFIX'],
    ] as const
    for (const [field, value] of values)
      await expect(admin.fieldValues.delete({ field, names: [value] })).rejects.toMatchObject({
        code: 'still_in_use',
        data: { field: 'names', value, by: 'code hooks' },
      })
    await admin.codeHooks.delete({ ids: [id] })
    for (const [field, value] of values) await admin.fieldValues.delete({ field, names: [value] })
  })
})
