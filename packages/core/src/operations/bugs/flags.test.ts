import { describe, expect, it } from 'vitest'
import { addFlagType, addBugs, inStore } from '../../../test/bug-rows.js'
import { at, file, history, show, update } from '../../../test/bugs.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import type { NewRow } from '../../schema/index.js'

type TypePlan = Partial<NewRow<'flag_types'>> & { readonly grant?: string; readonly request?: string }

/** Adds a flag type that applies everywhere. Groups by name. */
async function addType(world: World, name: string, { grant, request, ...plan }: TypePlan = {}): Promise<number> {
  return inStore(world.store, async (tx) => {
    const groups = new Map((await tx.select({ from: 'groups' })).map((group) => [group.name, group.id]))
    const grant_group_id = grant === undefined ? null : (groups.get(grant) ?? 0)
    const request_group_id = request === undefined ? null : (groups.get(request) ?? 0)
    return addFlagType(tx, { name, grant_group_id, request_group_id, ...plan })
  })
}

/** The flags of a bug: name, status and who is asked, by whom. */
async function flagsOf(world: World, id: number, name = 'alice'): Promise<string[]> {
  const { flags } = await show(world, id, name)
  return flags.map((flag) => `${flag.name}${flag.status}${flag.requestee ?? ''} by ${flag.setter}`)
}

onAnyStoreConsistently('flags of bugs', (open) => {
  it('are set on a new bug [BUG-C-28] [FLAG-12] [FLAG-14] [FLAG-20] [FLAG-21] [FLAG-22]', async () => {
    const world = await open()
    const needinfo = await addType(world, 'needinfo')
    await addType(world, 'review')
    const bug = await file(world, {
      cc: [],
      flags: [
        { type_id: needinfo, status: '?', requestee: at('Carl') },
        { name: 'Review', status: '+' },
      ],
    })
    const now = world.clock.now()
    expect(bug.flags).toEqual([
      {
        id: expect.any(Number) as number,
        type_id: needinfo,
        name: 'needinfo',
        status: '?',
        setter: at('alice'),
        requestee: at('carl'),
        creation_date: now,
        modification_date: now,
      },
      expect.objectContaining({ name: 'review', status: '+' }),
    ])
    expect(bug.flags[1]).not.toHaveProperty('requestee')
    expect(bug.cc).toEqual([at('carl'), at('ivan')])
    expect(await history(world, bug.id)).toEqual([])
  })

  it('can be sent back as they are read', async () => {
    const world = await open()
    await addType(world, 'needinfo')
    const { id, flags } = await file(world, { flags: [{ name: 'needinfo', status: '?', requestee: at('carl') }] })
    world.clock.advance(60)
    expect(await update(world, id, { flags }, 'bob')).toEqual({})
    expect((await show(world, id)).flags).toEqual(flags)
    const copy = await file(world, { flags: flags.map(({ id: _, ...flag }) => flag) }, 'bob')
    expect(await flagsOf(world, copy.id)).toEqual([`needinfo?${at('carl')} by ${at('bob')}`])
    await expect(file(world, { flags })).rejects.toMatchObject({ number: 51, data: { field: 'flags.0.id' } })
  })

  it('are set on a new bug as often as they are named [FLAG-06]', async () => {
    const world = await open()
    await addType(world, 'many')
    await addType(world, 'one', { is_multiplicable: false })
    const twice = (name: string) => ['+', '-'].map((status) => ({ name, status }))
    const bug = await file(world, { flags: twice('many') })
    expect(await flagsOf(world, bug.id)).toEqual([`many+ by ${at('alice')}`, `many- by ${at('alice')}`])
    await expect(file(world, { flags: twice('one') })).rejects.toMatchObject({ code: 'flag_type_not_multiplicable' })
  })

  it('are changed and cleared, as the answer and the history show [BUG-U-25] [FLAG-11] [FLAG-16] [FLAG-20] [FLAG-21]', async () => {
    const world = await open()
    await addType(world, 'needinfo')
    await addType(world, 'review')
    const bug = await file(world, { flags: [{ name: 'review', status: '?' }] })
    const created = bug.flags[0]?.creation_date
    world.clock.advance(60)
    expect(
      await update(
        world,
        bug.id,
        {
          flags: [
            { name: 'review', status: '-' },
            { name: 'needinfo', status: '?', requestee: at('eve') },
          ],
        },
        'bob',
      ),
    ).toEqual({
      'flagtypes.name': { removed: 'review?', added: `needinfo?(${at('eve')}), review-` },
      cc: { removed: '', added: at('eve') },
    })
    const { flags, last_change_time } = await show(world, bug.id)
    expect(flags[1]).toMatchObject({
      name: 'review',
      setter: at('bob'),
      creation_date: created,
      modification_date: world.clock.now(),
    })
    expect(last_change_time).toEqual(world.clock.now())
    expect(await update(world, bug.id, { flags: [{ name: 'review', status: 'X' }] })).toEqual({
      'flagtypes.name': { removed: 'review-', added: '' },
    })
    expect(await history(world, bug.id)).toMatchObject([
      { field_name: 'cc' },
      { field_name: 'flagtypes.name', removed: 'review?', added: `needinfo?(${at('eve')}), review-` },
      { field_name: 'flagtypes.name', removed: 'review-', added: '' },
    ])
    expect(await update(world, bug.id, { flags: [{ name: 'review', status: 'X' }] })).toEqual({})
    expect(await update(world, bug.id, { flags: [{ name: 'needinfo', status: '?' }] })).toEqual({})
  })

  it('need a status and a name that fit their type [FLAG-10] [FLAG-13] [FLAG-15] [FLAG-04]', async () => {
    const world = await open()
    await addType(world, 'answer', { is_requestable: false })
    const bug = await file(world)
    for (const [flag, number] of [
      [{ name: 'answer' }, 129],
      [{ name: 'answer', status: '!' }, 129],
      [{ name: 'answer', status: '?' }, 129],
      [{ status: '+' }, 50],
      [{ name: 'question', status: '+' }, 51],
      [{ type_id: 99, status: '+' }, 51],
      [{ id: 99, status: '+' }, 51],
      [{ name: 'answer', status: '+', colour: 'red' }, 53],
    ] as const) {
      await expect(update(world, bug.id, { flags: [flag] })).rejects.toMatchObject({ number })
    }
    await expect(update(world, bug.id, { flags: [{ name: 'answer', status: '!' }] })).rejects.toMatchObject({
      data: { field: 'flags.0.status', value: '!' },
    })
  })

  it('of a type that is not active stay, and no new one can be set [FLAG-02] [FLAG-03]', async () => {
    const world = await open()
    await addType(world, 'old')
    const bug = await file(world, { flags: [{ name: 'old', status: '?' }] })
    const other = await file(world)
    await addType(world, 'new')
    await inStore(world.store, async (tx) => {
      await tx.update('flag_types', { col: 'name', eq: 'old' }, { is_active: false })
      const [row] = await tx.select({ from: 'installation' })
      await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
    })
    await update(world, bug.id, { flags: [{ name: 'old', status: '+' }] })
    expect(await flagsOf(world, bug.id)).toEqual([`old+ by ${at('alice')}`])
    await expect(update(world, other.id, { flags: [{ name: 'old', status: '+' }] })).rejects.toMatchObject({
      code: 'flag_type_inactive',
      number: 134,
    })
  })

  it('can be several of a type that allows it, distinguished by id [FLAG-06] [FLAG-17] [FLAG-18]', async () => {
    const world = await open()
    await addType(world, 'many')
    await addType(world, 'single', { is_multiplicable: false })
    const ask = (requestee: string) => ({ name: 'many', status: '?', requestee: at(requestee), new: true })
    const bug = await file(world, { flags: [ask('bob'), ask('carl'), { name: 'single', status: '?' }] })
    await expect(update(world, bug.id, { flags: [{ name: 'many', status: '+' }] })).rejects.toMatchObject({
      code: 'flag_not_unique',
      number: 132,
    })
    const second = bug.flags.find((flag) => flag.requestee === at('carl'))?.id ?? 0
    await update(world, bug.id, { flags: [{ id: second, status: '+' }] })
    expect(await flagsOf(world, bug.id)).toEqual([
      `many?${at('bob')} by ${at('alice')}`,
      `many+ by ${at('alice')}`,
      `single? by ${at('alice')}`,
    ])
    await expect(update(world, bug.id, { flags: [{ name: 'single', status: '?', new: true }] })).rejects.toMatchObject({
      code: 'flag_type_not_multiplicable',
    })
    const other = await file(world)
    await expect(update(world, other.id, { flags: [{ id: second, status: '-' }] })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
  })

  it('of types with the same name are distinguished by type_id [FLAG-19]', async () => {
    const world = await open()
    const [first] = [await addType(world, 'twin'), await addType(world, 'twin')]
    const bug = await file(world)
    await expect(update(world, bug.id, { flags: [{ name: 'twin', status: '+' }] })).rejects.toMatchObject({
      code: 'flag_type_not_unique',
      number: 133,
    })
    await update(world, bug.id, { flags: [{ type_id: first, status: '+' }] })
    expect((await show(world, bug.id)).flags).toMatchObject([{ type_id: first }])
  })

  it('can be set by the groups of their type only [FLAG-07] [FLAG-08]', async () => {
    const world = await open()
    await addType(world, 'approval', { grant: 'insiders', request: 'canconfirm' })
    await addType(world, 'free', { request: 'insiders' })
    const bug = await file(world)
    const set = (status: string, name: string) => update(world, bug.id, { flags: [{ name: 'approval', status }] }, name)
    await expect(set('?', 'alice')).rejects.toMatchObject({ code: 'flag_update_denied', number: 130 })
    await set('?', 'carl')
    for (const status of ['+', '-']) await expect(set(status, 'carl')).rejects.toMatchObject({ number: 130 })
    await expect(set('X', 'alice')).rejects.toMatchObject({ code: 'flag_update_denied' })
    await set('+', 'ivan')
    expect(await flagsOf(world, bug.id)).toEqual([`approval+ by ${at('ivan')}`])
    await set('X', 'carl')
    const free = (status: string, name: string) => update(world, bug.id, { flags: [{ name: 'free', status }] }, name)
    await expect(free('?', 'eve')).rejects.toMatchObject({ code: 'flag_update_denied' })
    await free('?', 'ivan')
    await free('+', 'eve')
    expect(await flagsOf(world, bug.id)).toEqual([`free+ by ${at('eve')}`])
  })

  describe('with a requestee', () => {
    it('can be set for types that allow it, and for people who can answer [FLAG-05]', async () => {
      const world = await open()
      await addType(world, 'open', { is_requesteeble: false })
      await addType(world, 'ask', { grant: 'editbugs' })
      const bug = await file(world, { component: 'Core', groups: ['secret'], cc: [at('alice')] }, 'ivan')
      const ask = (name: string, requestee: string) =>
        update(world, bug.id, { flags: [{ name, status: '?', requestee }] }, 'ivan')
      await expect(ask('open', at('alice'))).rejects.toMatchObject({
        code: 'flag_type_requestee_disabled',
        number: 131,
      })
      await expect(ask('ask', 'nobody')).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { field: 'flags.0.requestee' },
      })
      await expect(ask('ask', at('dora'))).rejects.toMatchObject({ code: 'flag_requestee_disabled' })
      await expect(ask('ask', at('carl'))).rejects.toMatchObject({ code: 'flag_requestee_unauthorized' })
      await update(world, bug.id, { cc: { add: [at('eve')] } }, 'ivan')
      await expect(ask('ask', at('eve'))).rejects.toMatchObject({ code: 'flag_requestee_needs_privs' })
      await ask('ask', at('alice'))
      expect(await flagsOf(world, bug.id)).toEqual([`ask?${at('alice')} by ${at('ivan')}`])
    })

    it('cannot be answers: a requestee belongs to a request [FLAG-14]', async () => {
      const world = await open()
      await addType(world, 'ask')
      const bug = await file(world, { flags: [{ name: 'ask', status: '?', requestee: at('bob') }] })
      for (const status of ['+', '-']) {
        await expect(
          update(world, bug.id, { flags: [{ name: 'ask', status, requestee: at('carl') }] }),
        ).rejects.toMatchObject({ number: 53, data: { field: 'flags.0.requestee', value: at('carl') } })
        const filed = file(world, { flags: [{ name: 'ask', status, requestee: at('bob') }] })
        await expect(filed).rejects.toMatchObject({ number: 53, data: { field: 'flags.0.requestee' } })
      }
      // As clients send back what they got.
      const echo = { flags: [{ id: bug.flags[0]?.id, status: '+', requestee: at('BOB') }] }
      expect(await update(world, bug.id, echo, 'bob')).toEqual({
        'flagtypes.name': { removed: 'ask?(bob@example.com)', added: 'ask+' },
      })
      expect(await update(world, bug.id, { flags: [{ name: 'ask', status: '-', requestee: '' }] })).toHaveProperty([
        'flagtypes.name',
      ])
    })

    it('keep their setter when the requestee changes, and lose the requestee when it is empty', async () => {
      const world = await open()
      await addType(world, 'ask')
      const bug = await file(world, { flags: [{ name: 'ask', status: '?', requestee: at('bob') }] })
      const ask = (requestee: string | null) =>
        update(world, bug.id, { flags: [{ name: 'ask', status: '?', requestee }] }, 'bob')
      expect(await ask(at('carl'))).toMatchObject({
        'flagtypes.name': { removed: `ask?(${at('bob')})`, added: `ask?(${at('carl')})` },
      })
      expect(await flagsOf(world, bug.id)).toEqual([`ask?${at('carl')} by ${at('alice')}`])
      await ask('')
      expect(await flagsOf(world, bug.id)).toEqual([`ask? by ${at('alice')}`])
      await update(world, bug.id, { flags: [{ name: 'ask', status: '+' }] })
      expect(await flagsOf(world, bug.id)).toEqual([`ask+ by ${at('alice')}`])
    })

    it('are passed on by the setter, by the requestee, or by those who may ask', async () => {
      const world = await open()
      await addType(world, 'open', { grant: 'secret', request: 'editbugs' })
      const bug = await file(world, { flags: [{ name: 'open', status: '?', requestee: at('ivan') }] })
      const pass = (requestee: string, name: string) =>
        update(world, bug.id, { flags: [{ name: 'open', status: '?', requestee }] }, name)
      await expect(pass('', 'eve')).rejects.toMatchObject({ code: 'flag_update_denied', number: 130 })
      await pass('', 'bob')
      expect(await flagsOf(world, bug.id)).toEqual([`open? by ${at('alice')}`])
    })

    it('put the requestee on the CC list unless the requestee has switched that off', async () => {
      const world = await open()
      await addType(world, 'ask')
      await inStore(world.store, async (tx) => {
        const [eve] = await tx.select({ from: 'users', where: { col: 'login', eq: at('eve') } })
        await tx.insert('user_settings', [{ user_id: eve?.id ?? 0, name: 'requestee_cc', value: 'off' }])
      })
      const bug = await file(world, { flags: [{ name: 'ask', status: '?', requestee: at('eve') }] })
      expect(bug.cc).toEqual([at('ivan')])
      expect(
        await update(world, bug.id, { flags: [{ name: 'ask', status: '?', requestee: at('carl') }] }),
      ).toMatchObject({ cc: { added: at('carl') } })
    })
  })

  it('that do not apply where the bug moves to take a type of the same name there, or are removed', async () => {
    const world = await open()
    const [here, there] = [await addType(world, 'review'), await addType(world, 'review')]
    await addType(world, 'local')
    await inStore(world.store, async (tx) => {
      const [gadgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Gadgets' } })
      const [widgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Widgets' } })
      const scope = (id: number, product_id: number) =>
        tx.update('flag_type_scopes', { col: 'flag_type_id', eq: id }, { product_id })
      await scope(here, widgets?.id ?? 0)
      await scope(there, gadgets?.id ?? 0)
      const [local] = await tx.select({ from: 'flag_types', where: { col: 'name', eq: 'local' } })
      await scope(local?.id ?? 0, widgets?.id ?? 0)
      const [row] = await tx.select({ from: 'installation' })
      await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
    })
    const bug = await file(world, {
      flags: [
        { name: 'review', status: '+' },
        { name: 'local', status: '?' },
      ],
    })
    const move = { product: 'Gadgets', component: 'Main', version: 'unspecified' }
    expect(await update(world, bug.id, move)).toMatchObject({ 'flagtypes.name': { removed: 'local?', added: '' } })
    expect((await show(world, bug.id)).flags).toMatchObject([{ type_id: there, status: '+', id: bug.flags[1]?.id }])
  })

  it('of attachments move with the bug, and their history names the attachment', async () => {
    const world = await open()
    const kept = await addType(world, 'kept', { target_type: 'attachment' })
    const gone = await addType(world, 'gone', { target_type: 'attachment' })
    const [id = 0] = await addBugs(world.store, world.clock.now(), [
      {
        product: 'Widgets',
        columns: { comment_count: 0 },
        flags: [
          { type: 'kept', status: '+', setter: 'bob', attachment_id: 7 },
          { type: 'gone', status: '?', setter: 'bob', requestee: 'carl', attachment_id: 7 },
        ],
      },
    ])
    await inStore(world.store, async (tx) => {
      const [bob] = await tx.select({ from: 'users', where: { col: 'login', eq: at('bob') } })
      await tx.insert('attachments', [
        {
          id: 7,
          bug_id: id,
          creator_id: bob?.id ?? 0,
          file_name: 'a',
          file_name_folded: 'a',
          summary: 'A',
          summary_folded: 'a',
          content_type: 'text/plain',
          is_patch: false,
          is_obsolete: false,
          is_private: false,
          size: 1,
          creation_time: world.clock.now(),
          last_change_time: world.clock.now(),
        },
      ])
      const [widgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Widgets' } })
      const where = { col: 'flag_type_id', eq: gone } as const
      await tx.update('flag_type_scopes', where, { product_id: widgets?.id ?? 0 })
      const [row] = await tx.select({ from: 'installation' })
      await tx.update('installation', { col: 'id', eq: 1 }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
    })
    const changes = await update(world, id, { product: 'Gadgets', component: 'Main', version: 'unspecified' })
    expect(changes).not.toHaveProperty('flagtypes.name')
    expect(await history(world, id)).toContainEqual({
      field_name: 'flagtypes.name',
      removed: `gone?(${at('carl')})`,
      added: '',
      attachment_id: 7,
    })
    const flags = await inStore(world.store, async (tx) => tx.select({ from: 'flags' }))
    expect(flags).toMatchObject([{ type_id: kept }])
  })

  it('are set on several bugs at once', async () => {
    const world = await open()
    await addType(world, 'ask')
    const ids = [(await file(world)).id, (await file(world)).id]
    await world.as('alice').bugs.update({ ids, flags: [{ name: 'ask', status: '?', requestee: at('carl') }] })
    for (const id of ids) expect(await flagsOf(world, id)).toEqual([`ask?${at('carl')} by ${at('alice')}`])
  })
})
