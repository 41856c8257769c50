import { expect, it } from 'vitest'
import { attach, note, showAttachment } from '../../../test/attachments.js'
import { addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, history, lastComments, show, update as updateBug } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { groupId, join, rowsOf } from '../../../test/people.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import type { NewRow } from '../../schema/index.js'
import { createTracker } from '../../tracker/tracker.js'

/** Adds a type of flags on attachments. */
async function addType(world: World, name: string, plan: Partial<NewRow<'flag_types'>> = {}): Promise<number> {
  return inStore(world.store, (tx) => addFlagType(tx, { name, target_type: 'attachment', ...plan }))
}

/** Updates the flags of an attachment and returns the change. */
async function set(world: World, id: number, flags: object[], name = 'alice', more: object = {}) {
  const { attachments } = await world.as(name).attachments.update({ ids: [id], flags, ...more })
  return attachments[0]?.changes['flagtypes.name']
}

/** The flags of an attachment: name, status and who is asked, by whom. */
async function flagsOf(world: World, id: number, name = 'alice'): Promise<string[]> {
  const { flags } = await showAttachment(world, id, name)
  return flags.map((flag) => `${flag.name}${flag.status}${flag.requestee ?? ''} by ${flag.setter}`)
}

async function setOut(world: World, input: object = {}, name = 'alice') {
  const bug = (await file(world, { component: 'Core' })).id
  world.clock.advance(1)
  return { bug, id: await attach(world, bug, input, name) }
}

onAnyStoreConsistently('flags of attachments', (open) => {
  it('are set on new attachments [ATT-15] [DATA-28] [FLAG-12] [FLAG-14] [FLAG-23]', async () => {
    const world = await open()
    const review = await addType(world, 'review')
    await addType(world, 'first', { sort_key: 0 })
    const bugs = [(await file(world)).id, (await file(world)).id]
    const flags = [
      { type_id: review, status: '?', requestee: at('carl') },
      { name: 'first', status: '+' },
    ]
    world.clock.advance(1)
    const { ids } = await world.as('alice').attachments.create({ ...note, ids: bugs, flags })
    const time = world.clock.now()
    for (const [index, bug] of bugs.entries()) {
      const [first, asked] = (await showAttachment(world, ids[index] as number)).flags
      expect(asked).toEqual({
        id: expect.any(Number) as number,
        type_id: review,
        name: 'review',
        status: '?',
        setter: at('alice'),
        requestee: at('carl'),
        creation_date: time,
        modification_date: time,
      })
      expect(first).toMatchObject({ name: 'first', status: '+' })
      expect((await show(world, bug)).cc).toContain(at('carl'))
      expect((await show(world, bug)).flags).toEqual([])
      expect(await history(world, bug)).toContainEqual({
        field_name: 'flagtypes.name',
        removed: '',
        added: `first+, review?(${at('carl')})`,
        attachment_id: ids[index],
      })
    }
  })

  it('are changed, added and cleared [ATT-21] [FLAG-11] [FLAG-16] [FLAG-17] [FLAG-18] [FLAG-20] [FLAG-21]', async () => {
    const world = await open()
    await addType(world, 'review')
    const { bug, id } = await setOut(world, { flags: [{ name: 'review', status: '?' }] })
    const made = world.clock.now()
    world.clock.advance(60)
    expect(await set(world, id, [{ name: 'review', status: '+' }], 'bob')).toEqual({
      removed: 'review?',
      added: 'review+',
    })
    const changed = world.clock.now()
    const [flag] = (await showAttachment(world, id)).flags
    expect(flag).toMatchObject({ setter: at('bob'), creation_date: made, modification_date: changed })
    expect(await showAttachment(world, id)).toMatchObject({ last_change_time: changed })
    expect((await show(world, bug)).last_change_time).toEqual(changed)
    expect((await history(world, bug)).at(-1)).toEqual({
      field_name: 'flagtypes.name',
      removed: 'review?',
      added: 'review+',
      attachment_id: id,
    })
    world.clock.advance(60)
    expect(await set(world, id, [{ name: 'review', status: '+' }])).toBeUndefined()
    expect((await showAttachment(world, id)).last_change_time).toEqual(changed)
    expect(await set(world, id, [{ name: 'review', status: '-', new: true }])).toEqual({
      removed: '',
      added: 'review-',
    })
    await expect(set(world, id, [{ name: 'review', status: 'X' }])).rejects.toMatchObject({
      code: 'flag_not_unique',
      number: 132,
    })
    await set(world, id, [{ id: flag?.id, status: 'X' }])
    expect(await flagsOf(world, id)).toEqual([`review- by ${at('alice')}`])
    expect(await lastComments(world, bug)).toHaveLength(1)
  })

  it.each([
    [{ name: 'review' }, 129],
    [{ name: 'review', status: 'x' }, 129],
    [{ name: 'review', status: '' }, 129],
    [{ status: '?' }, 50],
    [{ name: 'nonsense', status: '?' }, 51],
    [{ name: 'forbug', status: '?' }, 51],
    [{ type_id: 999, status: '?' }, 51],
    [{ id: 999, status: '+' }, 51],
    [{ name: 'retired', status: '?' }, 134],
    [{ name: 'verdict', status: '?' }, 129],
    [{ name: 'verdict', status: '+', colour: 'red' }, 53],
  ])(
    'are refused as %j with error %d, on create and update [FLAG-03] [FLAG-04] [FLAG-10] [FLAG-13] [FLAG-15]',
    async (flag, number) => {
      const world = await open()
      await addType(world, 'review')
      await addType(world, 'forbug', { target_type: 'bug' })
      await addType(world, 'retired', { is_active: false })
      await addType(world, 'verdict', { is_requestable: false })
      const { bug, id } = await setOut(world)
      await expect(attach(world, bug, { flags: [flag] })).rejects.toMatchObject({ number })
      await expect(set(world, id, [flag])).rejects.toMatchObject({ number })
      expect(await rowsOf(world, 'attachments')).toHaveLength(1)
      expect(await rowsOf(world, 'flags')).toEqual([])
    },
  )

  it('can be sent back as they are read', async () => {
    const world = await open()
    await addType(world, 'review')
    const flags = [
      { name: 'review', status: '?', requestee: at('carl') },
      { name: 'review', status: '+' },
    ]
    const { bug, id } = await setOut(world, { flags })
    const read = (await showAttachment(world, id)).flags
    world.clock.advance(60)
    expect(await set(world, id, read, 'bob')).toBeUndefined()
    expect((await showAttachment(world, id)).flags).toEqual(read)
    const withoutIds = read.map(({ id: _, ...flag }) => flag)
    const copy = await attach(world, bug, { flags: withoutIds }, 'bob')
    expect(await flagsOf(world, copy)).toEqual([`review?${at('carl')} by ${at('bob')}`, `review+ by ${at('bob')}`])
    const number = 51
    await expect(attach(world, bug, { flags: read })).rejects.toMatchObject({ number, data: { field: 'flags.0.id' } })
  })

  it('cannot be changed through another attachment [FLAG-18]', async () => {
    const world = await open()
    await addType(world, 'review')
    const { bug, id } = await setOut(world)
    const other = await attach(world, bug, { flags: [{ name: 'review', status: '?' }] })
    const foreign = (await showAttachment(world, other)).flags[0]?.id
    await expect(set(world, id, [{ id: foreign, status: 'X' }])).rejects.toMatchObject({
      code: 'object_does_not_exist',
      number: 51,
      data: { field: 'flags.0.id', value: foreign },
    })
  })

  it('stay when their type is no longer active, and are one where a type allows only one [FLAG-02] [FLAG-06]', async () => {
    const world = await open()
    const type = await addType(world, 'only', { is_multiplicable: false })
    const { id } = await setOut(world, { flags: [{ name: 'only', status: '?' }] })
    await expect(set(world, id, [{ name: 'only', status: '?', new: true }])).rejects.toMatchObject({
      code: 'flag_type_not_multiplicable',
    })
    await inStore(world.store, async (tx) => {
      await tx.update('flag_types', { col: 'id', eq: type }, { is_active: false })
      await bumpCatalogueVersion(tx)
    })
    expect(await flagsOf(world, id)).toEqual([`only? by ${at('alice')}`])
    await set(world, id, [{ name: 'only', status: '+' }])
    expect(await flagsOf(world, id)).toEqual([`only+ by ${at('alice')}`])
  })

  it('can be set by the groups of their type only [FLAG-07] [FLAG-08]', async () => {
    const world = await open()
    const [grant_group_id, request_group_id] = [await groupId(world, 'insiders'), await groupId(world, 'canconfirm')]
    await addType(world, 'approval', { grant_group_id, request_group_id })
    const { id } = await setOut(world, {}, 'carl')
    const approve = (status: string, name: string) => set(world, id, [{ name: 'approval', status }], name)
    await expect(approve('?', 'alice')).rejects.toMatchObject({ code: 'flag_update_denied', number: 130 })
    await approve('?', 'carl')
    for (const status of ['+', '-']) await expect(approve(status, 'carl')).rejects.toMatchObject({ number: 130 })
    await approve('+', 'ivan')
    expect(await flagsOf(world, id)).toEqual([`approval+ by ${at('ivan')}`])
  })

  it('can be asked of insiders only where the attachment is private [FLAG-05]', async () => {
    const world = await open()
    await addType(world, 'review')
    await addType(world, 'closed', { is_requesteeble: false })
    const { bug, id } = await setOut(world, { is_private: true }, 'ivan')
    const ask = (name: string, requestee: string) => set(world, id, [{ name, status: '?', requestee }], 'ivan')
    await expect(ask('review', at('bob'))).rejects.toMatchObject({ code: 'flag_requestee_unauthorized' })
    await expect(ask('closed', at('ivan'))).rejects.toMatchObject({ number: 131 })
    await ask('review', at('ivan'))
    expect(await flagsOf(world, id, 'ivan')).toEqual([`review?${at('ivan')} by ${at('ivan')}`])
    expect((await show(world, bug)).cc).toContain(at('ivan'))
    expect(JSON.stringify(await history(world, bug, 'bob'))).not.toContain('review')
  })

  it('that are requests end when the attachment becomes obsolete; answers stay', async () => {
    const world = await open()
    await addType(world, 'review')
    const { bug, id } = await setOut(world, {
      flags: ['?', '+', '-'].map((status) => ({ name: 'review', status })),
    })
    const { attachments } = await world.as('alice').attachments.update({ ids: [id], is_obsolete: true })
    expect(attachments[0]?.changes).toEqual({
      is_obsolete: { removed: '0', added: '1' },
      'flagtypes.name': { removed: 'review?', added: '' },
    })
    expect(await flagsOf(world, id)).toEqual([`review+ by ${at('alice')}`, `review- by ${at('alice')}`])
    expect((await history(world, bug)).slice(1)).toEqual([
      { field_name: 'attachments.isobsolete', removed: '0', added: '1', attachment_id: id },
      { field_name: 'flagtypes.name', removed: 'review?', added: '', attachment_id: id },
    ])
  })

  it('can be answered by the requestee on an attachment that is not theirs to change', async () => {
    const world = await open()
    await addType(world, 'review')
    const { bug, id } = await setOut(world, { flags: [{ name: 'review', status: '?', requestee: at('eve') }] })
    const denied = { code: 'illegal_attachment_edit', number: 304 }
    const answer = [{ name: 'review', status: '+' }]
    await expect(set(world, id, answer, 'carl')).rejects.toMatchObject(denied)
    await expect(set(world, id, [{ name: 'review', status: '+', new: true }], 'eve')).rejects.toMatchObject(denied)
    await expect(set(world, id, answer, 'eve', { summary: 'x' })).rejects.toMatchObject(denied)
    await set(world, id, answer, 'eve', { comment: 'Well done' })
    expect(await flagsOf(world, id)).toEqual([`review+ by ${at('eve')}`])
    expect((await lastComments(world, bug)).at(-1)?.text).toContain('Well done')
  })

  it('can be asked only of people who could work on the product, with strict_isolation', async () => {
    const world = await open()
    await addType(world, 'review')
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'ask' }))
    const { bug } = await setOut(world)
    await join(world, 'bob', 'canconfirm')
    const asking = (name: string) => [{ name, status: '?', requestee: at('ivan') }]
    await inStore(world.store, async (tx) => {
      await setParameter(tx, 'strict_isolation', '1')
      const [editors] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'canconfirm' } })
      await tx.update('group_controls', { and: [] }, { group_id: editors?.id ?? 0, canedit: true })
      await bumpCatalogueVersion(tx)
    })
    const outsider = { code: 'invalid_user_group', number: 504, data: { field: 'cc', value: at('ivan') } }
    const own = await attach(world, bug, {}, 'carl')
    await expect(set(world, own, asking('review'), 'carl')).rejects.toMatchObject(outsider)
    await expect(attach(world, bug, { flags: asking('review') }, 'carl')).rejects.toMatchObject(outsider)
    await expect(file(world, { component: 'Core', flags: asking('ask') }, 'carl')).rejects.toMatchObject(outsider)
    expect(await rowsOf(world, 'flags')).toEqual([])
  })

  it('are removed when their type does not apply where the bug moves to', async () => {
    const world = await open()
    const type = await addType(world, 'review')
    await inStore(world.store, async (tx) => {
      const [widgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Widgets' } })
      await tx.update('flag_type_scopes', { col: 'flag_type_id', eq: type }, { product_id: widgets?.id ?? 0 })
      await bumpCatalogueVersion(tx)
    })
    const { bug, id } = await setOut(world, { flags: [{ name: 'review', status: '+' }] })
    await updateBug(world, bug, { product: 'Gadgets', component: 'Main', version: 'unspecified' })
    expect(await flagsOf(world, id)).toEqual([])
    await expect(set(world, id, [{ name: 'review', status: '+' }])).rejects.toMatchObject({ number: 51 })
  })

  it('are changed on many attachments with as few statements as on two', async () => {
    const world = await open()
    await addType(world, 'review')
    const bug = (await file(world)).id
    const ids: number[] = []
    for (let i = 0; i < 12; i++) ids.push(await attach(world, bug, { flags: [{ name: 'review', status: '?' }] }))
    const { store, queries, writes } = countingStore(world.store)
    const { attachments } = (await createTracker({ store, testing: { clock: world.clock.now } })).as({
      login: at('alice'),
    })
    await attachments.get({ ids: [bug], exclude_fields: ['data'] })
    const grant = async (some: number[]) => {
      queries.length = writes.length = 0
      await attachments.update({ ids: some, flags: [{ name: 'review', status: '+' }] })
      return queries.length + writes.length
    }
    const few = await grant(ids.slice(0, 2))
    expect(await grant(ids.slice(2))).toBe(few)
  })
})
