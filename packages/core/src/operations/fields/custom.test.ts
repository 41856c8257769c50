import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

const colour = { name: 'cf_colour', display_name: 'Colour', type: 2 }
const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const fieldOf = async (world: World, name: string) => (await world.as('alice').fields.get({ names: [name] })).fields[0]

onAnyStore('fields.create', (open) => {
  it('makes a field that metadata and bugs show [FLD-21]', async () => {
    const world = await open()
    const before = await world.as('alice').bugs.create(bug)
    const { id, name } = await world.as('admin').fields.create({ name: 'Colour', display_name: 'Colour', type: 2 })
    expect(name).toBe('cf_colour')
    const { fields } = await world.as('alice').fields.get()
    expect(fields.at(-1)).toEqual({
      id,
      name,
      display_name: 'Colour',
      type: 2,
      is_custom: true,
      is_mandatory: false,
      is_on_bug_entry: false,
      visibility_field: null,
      visibility_values: [],
      value_field: null,
      values: [{ name: '---', sort_key: 0, sortkey: 0, visibility_values: [] }],
    })
    const { bugs } = await world.as('alice').bugs.get({ ids: [before.id] })
    expect(bugs[0]?.['cf_colour']).toBe('---')
  })

  it.each<[what: string, type: number, given: string | number | string[], shown: unknown]>([
    ['text', 1, 'red', 'red'],
    ['one value', 2, '---', '---'],
    ['several values', 3, [], []],
    ['large text', 4, 'red\nblue', 'red\nblue'],
    ['date and time', 5, '2026-01-02 03:04:05', new Date('2026-01-02T03:04:05Z')],
    ['bug', 6, 1, 1],
    ['date', 9, '2026-01-02', '2026-01-02'],
    ['integer', 10, 42, '42'],
  ])('makes fields for %s, which bugs take and show [FLD-21]', async (_what, type, given, shown) => {
    const world = await open()
    await world.as('alice').bugs.create(bug)
    await world.as('admin').fields.create({ name: 'cf_it', display_name: 'It', type })
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_it: given })
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.['cf_it']).toEqual(shown)
  })

  it('makes fields whose visibility and values depend on other fields [FLD-10] [FLD-11] [FLD-12]', async () => {
    const world = await open()
    await world.as('admin').fields.create({
      ...colour,
      sort_key: 10_000,
      is_mandatory: true,
      is_on_bug_entry: true,
      is_in_new_mail: true,
      long_description: 'Of the case',
      reverse_description: null,
      visibility_field: 'component',
      visibility_values: ['ui', 'Main'],
      value_field: 'op_sys',
    })
    expect(await fieldOf(world, 'cf_colour')).toMatchObject({
      is_mandatory: true,
      is_on_bug_entry: true,
      visibility_field: 'component',
      visibility_values: ['Main', 'UI'],
      value_field: 'op_sys',
    })
    await expect(world.as('alice').bugs.create(bug)).rejects.toMatchObject({
      code: 'required_field',
      data: { field: 'cf_colour' },
    })
    await world.as('alice').bugs.create({ ...bug, component: 'Core' })
  })

  it.each<[what: string, change: object, code: string, field: string]>([
    ['a blank name', { name: ' ' }, 'name_blank', 'name'],
    ['a name that is only the prefix', { name: 'CF_' }, 'name_blank', 'name'],
    ['odd characters in the name', { name: 'cf_hot dog' }, 'param_invalid', 'name'],
    ['a long name', { name: 'x'.repeat(62) }, 'name_too_long', 'name'],
    ['a blank display name', { display_name: '' }, 'object_not_specified', 'display_name'],
    ['a type for standard fields', { type: 8 }, 'illegal_value', 'type'],
    ['a sort key out of bounds', { sort_key: -1 }, 'sort_key_invalid', 'sort_key'],
    ['a long description', { long_description: 'x'.repeat(256) }, 'text_too_long', 'long_description'],
    ['an unknown controller', { visibility_field: 'cf_none' }, 'object_does_not_exist', 'visibility_field'],
    ['a controller without values', { visibility_field: 'alias' }, 'illegal_value', 'visibility_field'],
    ['a controller without choice', { visibility_field: 'op_sys' }, 'param_required', 'visibility_values'],
    [
      'a value that the controller has not',
      { visibility_field: 'op_sys', visibility_values: ['CP/M'] },
      'object_does_not_exist',
      'visibility_values',
    ],
    ['a value field for text', { type: 1, value_field: 'op_sys' }, 'illegal_value', 'value_field'],
    ['an unknown input', { colour: 'red' }, 'unknown_parameter', 'colour'],
  ])('refuses %s', async (_what, change, code, field) => {
    const world = await open()
    const before = await rowsOf(world, 'fields')
    await expect(world.as('admin').fields.create({ ...colour, ...change })).rejects.toMatchObject({
      code,
      data: { field },
    })
    expect(await rowsOf(world, 'fields')).toEqual(before)
  })

  it('refuses a name twice', async () => {
    const world = await open()
    await world.as('admin').fields.create(colour)
    await expect(world.as('admin').fields.create({ ...colour, name: 'COLOUR' })).rejects.toMatchObject({
      code: 'name_in_use',
      data: { kind: 'field', value: 'cf_colour' },
    })
  })

  it('is, like update and delete, for members of admin', async () => {
    const world = await open()
    const acts = (who: string | null) => [
      () => world.as(who).fields.create(colour),
      () => world.as(who).fields.update({ names: ['cf_colour'], is_obsolete: true }),
      () => world.as(who).fields.delete({ names: ['cf_colour'] }),
    ]
    for (const group of ['editcomponents', 'tweakparams']) await join(world, 'carl', group)
    for (const act of [...acts('carl'), ...acts('alice')])
      await expect(act()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ number: 410 })
    for (const act of acts('admin')) await act()
    expect((await rowsOf(world, 'audit_log')).map((row) => `${row.class} ${row.field}`)).toEqual([
      'Field __create__',
      'Field is_obsolete',
      'Field __remove__',
    ])
  })
})

onAnyStore('fields.update', (open) => {
  it('changes a custom field and returns the changes [FLD-21]', async () => {
    const world = await open()
    const { id } = await world.as('admin').fields.create(colour)
    const { fields } = await world.as('admin').fields.update({
      ids: [id],
      display_name: 'Hue',
      sort_key: 7,
      is_mandatory: true,
      is_on_bug_entry: true,
      is_in_new_mail: true,
      long_description: 'Of the case',
      reverse_description: 'Coloured',
      visibility_field: 'op_sys',
      visibility_values: ['Linux', 'Windows'],
      value_field: 'priority',
    })
    const on = { removed: '0', added: '1' }
    expect(fields).toEqual([
      {
        id,
        changes: {
          display_name: { removed: 'Colour', added: 'Hue' },
          sort_key: { removed: String(id * 100), added: '7' },
          is_mandatory: on,
          is_on_bug_entry: on,
          is_in_new_mail: on,
          long_description: { removed: '', added: 'Of the case' },
          reverse_description: { removed: '', added: 'Coloured' },
          visibility_field: { removed: '', added: 'op_sys' },
          value_field: { removed: '', added: 'priority' },
          visibility_values: { removed: '', added: 'Windows, Linux' },
        },
      },
    ])
    expect(await fieldOf(world, 'cf_colour')).toMatchObject({
      display_name: 'Hue',
      visibility_values: ['Windows', 'Linux'],
    })
    await world.as('admin').fields.update({ ids: [id], visibility_values: ['Other'] })
    expect(await fieldOf(world, 'cf_colour')).toMatchObject({
      visibility_field: 'op_sys',
      visibility_values: ['Other'],
    })
    await world.as('admin').fields.update({ ids: [id], visibility_field: null, value_field: '' })
    expect(await fieldOf(world, 'cf_colour')).toMatchObject({
      visibility_field: null,
      visibility_values: [],
      value_field: null,
    })
    expect((await world.as('admin').fields.update({ ids: [id], sort_key: 7 })).fields[0]?.changes).toEqual({})
  })

  it('refuses fields that control each other in a circle, where none could be shown', async () => {
    const world = await open()
    const { fields } = world.as('admin')
    const shown = (name: string) => ({ visibility_field: name, visibility_values: ['---'] })
    await fields.create({ name: 'cf_one', display_name: 'One', type: 2 })
    await fields.create({ name: 'cf_two', display_name: 'Two', type: 2, value_field: 'cf_one' })
    await fields.create({ name: 'cf_three', display_name: 'Three', type: 2, ...shown('cf_two') })
    const before = await rowsOf(world, 'fields')
    for (const change of [shown('cf_three'), { value_field: 'cf_two' }])
      await expect(fields.update({ names: ['cf_one'], ...change })).rejects.toMatchObject({
        code: 'field_control_circle',
        number: 1530,
        data: { field: Object.keys(change)[0], value: Object.values(change)[0] },
      })
    expect(await rowsOf(world, 'fields')).toEqual(before)
    await fields.update({ names: ['cf_three'], visibility_field: null })
    await fields.update({ names: ['cf_one'], ...shown('cf_three') })
  })

  it('takes a field out of use: bugs neither show nor take it, and keep what they have', async () => {
    const world = await open()
    await world.as('admin').fields.create({ name: 'cf_note', display_name: 'Note', type: 1 })
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_note: 'kept' })
    const shown = async () => (await world.as('alice').bugs.get({ ids: [id] })).bugs[0]?.['cf_note']
    await world.as('admin').fields.update({ names: ['cf_note'], is_obsolete: true })
    expect(await shown()).toBeUndefined()
    await expect(world.as('alice').bugs.create({ ...bug, cf_note: 'x' })).rejects.toMatchObject({
      code: 'unknown_parameter',
    })
    await world.as('admin').fields.update({ names: ['cf_note'], is_obsolete: false })
    expect(await shown()).toBe('kept')
  })

  it('is refused for fields that every installation has, and for fields that do not exist', async () => {
    const world = await open()
    await world.as('admin').fields.create(colour)
    const update = world.as('admin').fields.update
    for (const [input, code] of [
      [{ names: ['cf_colour', 'priority'], is_mandatory: true }, 'illegal_value'],
      [{ names: ['cf_none'], is_mandatory: true }, 'object_does_not_exist'],
      [{ is_mandatory: true }, 'params_required'],
      [{ names: ['cf_colour'], visibility_field: 'cf_colour' }, 'illegal_value'],
      [{ names: ['cf_colour'], visibility_field: 'op_sys' }, 'param_required'],
      [{ names: ['cf_colour'], type: 3 }, 'unknown_parameter'],
    ] as const)
      await expect(update(input as Parameters<typeof update>[0])).rejects.toMatchObject({ code })
    expect(await fieldOf(world, 'cf_colour')).toMatchObject({ is_mandatory: false, visibility_field: null })
  })
})

onAnyStore('fields.delete', (open) => {
  it('removes obsolete fields that were never used', async () => {
    const world = await open()
    const { id } = await world.as('admin').fields.create(colour)
    const remove = () => world.as('admin').fields.delete({ names: ['cf_colour'] })
    await expect(remove()).rejects.toMatchObject({ code: 'still_in_use' })
    await world.as('admin').fields.update({ ids: [id], is_obsolete: true })
    expect(await remove()).toEqual({ fields: [{ id }] })
    await expect(remove()).rejects.toMatchObject({ code: 'object_does_not_exist' })
    expect((await rowsOf(world, 'legal_values')).some((value) => value.field_id === id)).toBe(false)
    await expect(world.as('admin').fields.delete({ names: ['priority'] })).rejects.toMatchObject({
      code: 'illegal_value',
    })
  })

  it('keeps fields that bugs have or had a value of, and fields that others depend on', async () => {
    const world = await open()
    await world.as('admin').fields.create({ name: 'cf_note', display_name: 'Note', type: 1 })
    await world.as('admin').fields.create(colour)
    const { id } = await world.as('alice').bugs.create({ ...bug, cf_note: 'x' })
    const steered = { name: 'cf_shade', display_name: 'Shade', type: 1 }
    await world.as('admin').fields.create({ ...steered, visibility_field: 'cf_colour', visibility_values: ['---'] })
    const obsolete = (is_obsolete: boolean) =>
      world.as('admin').fields.update({ names: ['cf_note', 'cf_colour'], is_obsolete })
    await obsolete(true)
    const remove = (name: string) => world.as('admin').fields.delete({ names: [name] })
    await expect(remove('cf_note')).rejects.toMatchObject({ data: { value: 'cf_note', by: 'bugs' } })
    await expect(remove('cf_colour')).rejects.toMatchObject({ data: { by: 'the field cf_shade' } })
    await obsolete(false)
    await world.as('alice').bugs.update({ ids: [id], cf_note: '' })
    await obsolete(true)
    await expect(remove('cf_note')).rejects.toMatchObject({ data: { by: 'the history of bugs' } })
  })
})
