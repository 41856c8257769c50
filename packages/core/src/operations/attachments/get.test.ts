import { expect, it } from 'vitest'
import { attach, bytes, note, showAttachment } from '../../../test/attachments.js'
import { addBugs, inStore, setParameter } from '../../../test/bug-rows.js'
import { file, minimal } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'
import { partSize } from '../../domain/attachments/stored-content.js'

/** A bug with a public attachment of alice's, a private one that ivan made of hers, and one of ivan's own. */
async function setOut(world: World) {
  const bug = await file(world, { alias: 'blink' })
  const open = await attach(world, bug.id)
  const hers = await attach(world, bug.id, { summary: 'canary of hers' })
  await world.as('ivan').attachments.update({ ids: [hers], is_private: true })
  const his = await attach(world, bug.id, { summary: 'canary of his', is_private: true }, 'ivan')
  return { bug: bug.id, open, hers, his }
}

const listed = async (world: World, bug: number, name: string | null) =>
  (await world.as(name).attachments.get({ ids: [bug] })).bugs[bug]?.map((one) => one.id)

onAnyStore('attachments.get', (open) => {
  it('answers the attachments of bugs under their numbers [ATT-01]', async () => {
    const world = await open()
    const { bug, ...ids } = await setOut(world)
    const other = await file(world)
    const { bugs, attachments } = await world.as('ivan').attachments.get({ ids: [bug, 'BLINK', other.id] })
    expect(attachments).toEqual({})
    expect(Object.keys(bugs)).toEqual([String(bug), String(other.id)])
    expect(bugs[bug]?.map((one) => one.id)).toEqual([ids.open, ids.hers, ids.his])
    expect(bugs[other.id]).toEqual([])
  })

  it('answers one attachment under its id [ATT-02]', async () => {
    const world = await open()
    const { open: id } = await setOut(world)
    const { bugs, attachments } = await world.as('bob').attachments.get({ attachment_ids: [id] })
    expect(bugs).toEqual({})
    expect(Object.keys(attachments)).toEqual([String(id)])
    expect(attachments[id]?.summary).toBe('What it says')
  })

  it('answers all fields of an attachment [DATA-25] [DATA-26] [DATA-27]', async () => {
    const world = await open()
    const bug = await file(world)
    world.clock.advance(1)
    const { ids } = await world
      .as('bob')
      .attachments.create({ ...note, ids: [bug.id], data: new Uint8Array([0, 255, 7]) })
    const [id = 0] = ids
    expect(await showAttachment(world, id)).toEqual({
      id,
      bug_id: bug.id,
      data: new Uint8Array([0, 255, 7]),
      size: 3,
      creation_time: world.clock.now(),
      last_change_time: world.clock.now(),
      file_name: 'crash.log',
      summary: 'What it says',
      content_type: 'text/plain',
      is_private: false,
      is_obsolete: false,
      is_patch: false,
      creator: 'bob@example.com',
      flags: [],
    })
  })

  it('shows private attachments to insiders [ATT-05]', async () => {
    const world = await open()
    const { bug, hers, his } = await setOut(world)
    expect(await listed(world, bug, 'ivan')).toContain(hers)
    expect((await showAttachment(world, his, 'ivan')).is_private).toBe(true)
  })

  it('shows a private attachment to who made it, in the list and by its id [ATT-06]', async () => {
    const world = await open()
    const { bug, open: id, hers } = await setOut(world)
    expect(await listed(world, bug, 'alice')).toEqual([id, hers])
    expect((await showAttachment(world, hers, 'alice')).summary).toBe('canary of hers')
  })

  it('hides private attachments from other users, as if they did not exist [ATT-07] [GEN-28]', async () => {
    const world = await open()
    const { bug, open: id, hers, his } = await setOut(world)
    for (const name of ['bob', null]) {
      expect(await listed(world, bug, name)).toEqual([id])
      for (const value of [hers, his, 999]) {
        const { attachments } = world.as(name)
        const message = expect.stringContaining(`Attachment '${value}' does not exist.`) as string
        const error = { code: 'object_does_not_exist', number: 51, message }
        await expect(attachments.get({ attachment_ids: [id, value] })).rejects.toMatchObject(error)
        await expect(attachments.download({ id: value })).rejects.toMatchObject({ ...error, data: { field: 'id' } })
      }
      const { bugs } = await world.as(name).comments.get({ ids: [bug] })
      expect(JSON.stringify([bugs, await world.as(name).bugs.history({ ids: [bug] })])).not.toContain('canary')
    }
  })

  it('hides the attachments of hidden bugs [GEN-28]', async () => {
    const world = await open()
    const [hidden = 0] = await addBugs(world.store, world.clock.now(), [{ product: 'Vault', groups: ['secret'] }])
    const id = await attach(world, hidden, {}, 'ivan')
    const { attachments } = world.as('eve')
    await expect(attachments.get({ ids: [hidden] })).rejects.toMatchObject({ number: 101 })
    await expect(attachments.get({ attachment_ids: [id] })).rejects.toMatchObject({ number: 51 })
    await expect(attachments.download({ id })).rejects.toMatchObject({ number: 51 })
    await expect(attachments.update({ ids: [id], summary: 'x' })).rejects.toMatchObject({ number: 51 })
  })

  it('asks for a bug or an attachment', async () => {
    const world = await open()
    await expect(world.as('alice').attachments.get({})).rejects.toMatchObject({ code: 'params_required', number: 50 })
  })

  it('answers the named fields only', async () => {
    const world = await open()
    const { open: id } = await setOut(world)
    const get = (fields: object) => world.as('alice').attachments.get({ attachment_ids: [id], ...fields })
    expect((await get({ include_fields: ['id', 'size'] })).attachments[id]).toEqual({ id, size: 18 })
    expect(Object.keys((await get({ exclude_fields: ['data'] })).attachments[id] ?? {})).not.toContain('data')
  })

  it('never reads contents that are not asked for, and takes as many selects for many attachments as for one', async () => {
    const world = await open()
    const bug = await file(world)
    const creator_id = await userId(world, 'alice')
    const now = world.clock.now()
    const row = {
      bug_id: bug.id,
      creator_id,
      creation_time: now,
      last_change_time: now,
      size: 1,
      content_type: 'text/plain',
      file_name: 'a',
      file_name_folded: 'a',
      summary: 'a',
      summary_folded: 'a',
      is_patch: false,
      is_obsolete: false,
      is_private: false,
    }
    await inStore(world.store, async (tx) => {
      const ids = await tx.insert(
        'attachments',
        Array.from({ length: 1000 }, () => row),
      )
      await tx.insert(
        'attachment_data',
        ids.map((attachment_id) => ({ attachment_id, data: new Uint8Array([1]) })),
      )
    })
    const { store, queries } = countingStore(world.store)
    const { attachments } = (await createTracker({ store, testing: { clock: world.clock.now } })).as({
      login: 'alice@example.com',
    })
    await attachments.get({ ids: [bug.id] })
    queries.length = 0
    const { bugs } = await attachments.get({ ids: [bug.id], exclude_fields: ['data'] })
    expect(bugs[bug.id]).toHaveLength(1000)
    expect(queries).not.toContain('attachment_data')
    expect(queries.length).toBeLessThanOrEqual(5)
  })
})

onAnyStore('attachments.download', (open) => {
  it('gives the content and what to call it', async () => {
    const world = await open()
    const bug = await world.as('alice').bugs.create(minimal)
    world.clock.advance(1)
    const id = await attach(world, bug.id)
    const { data, file_name, content_type } = note
    const answer = { data, file_name, content_type, size: data.byteLength, last_change_time: world.clock.now() }
    expect(await world.as(null).attachments.download({ id })).toEqual(answer)
  })

  it('gives any slice of a large content, and reads little more than that', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'maxattachmentsize', '4000'))
    const bug = await file(world)
    const data = Uint8Array.from({ length: 2.5 * partSize }, (_, index) => (index >> 8) ^ index)
    const id = await attach(world, bug.id, { data, content_type: 'application/zip' })
    const { store, sizes } = countingStore(world.store)
    const { attachments } = (await createTracker({ store, testing: { clock: world.clock.now } })).as({
      login: 'alice@example.com',
    })
    const small = await attach(world, bug.id)
    for (const [offset, length] of [
      [0, 10],
      [partSize - 1, 2],
      [partSize, partSize],
      [2 * partSize + 5, partSize],
      [data.byteLength - 1, 5],
      [data.byteLength, 1],
      [7, 0],
    ] as const) {
      sizes.length = 0
      const answer = await attachments.download({ id, offset, length })
      expect([answer.size, isSame(answer.data, data.subarray(offset, offset + length))]).toEqual([2.5 * partSize, true])
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2 * partSize)
    }
    expect(isSame((await attachments.download({ id })).data, data)).toBe(true)
    expect((await attachments.download({ id: small, offset: 13, length: 2 })).data).toEqual(bytes('fa'))
    const { attachments: all } = await attachments.get({ attachment_ids: [id, small] })
    expect(isSame(all[id]?.data ?? bytes(''), data)).toBe(true)
    expect(all[small]?.data).toEqual(note.data)
  })

  it('returns at most 32 MB of several, not counting hidden ones, and a single one of any size', async () => {
    const world = await open()
    const { bug, hers: _hers, ...ids } = await setOut(world)
    const size = 17 * 1024 * 1024
    await inStore(world.store, (tx) => tx.update('attachments', { col: 'id', in: [ids.open, ids.his] }, { size }))
    const [ivan, eve] = [world.as('ivan').attachments, world.as('eve').attachments]
    const attachment_ids = [ids.open, ids.his]
    const tooLarge = (field: string) => ({ code: 'answer_too_large', number: 1466, data: { field } })
    await expect(ivan.get({ ids: [bug] })).rejects.toMatchObject(tooLarge('ids'))
    await expect(ivan.get({ attachment_ids })).rejects.toMatchObject(tooLarge('attachment_ids'))
    expect((await ivan.get({ ids: [bug], exclude_fields: ['data'] })).bugs[bug]).toHaveLength(3)
    expect((await eve.get({ ids: [bug] })).bugs[bug]?.map(({ id }) => id)).toEqual([ids.open])
    await inStore(world.store, (tx) => tx.update('attachments', { col: 'id', eq: ids.open }, { size: 3 * size }))
    expect(Object.keys((await ivan.get({ attachment_ids: [ids.open] })).attachments)).toEqual([String(ids.open)])
  })

  it('gives large content that is in one row, as it was before there were parts', async () => {
    const world = await open()
    const id = await attach(world, (await file(world)).id)
    const data = new Uint8Array(partSize + 3).fill(7)
    await inStore(world.store, async (tx) => {
      await tx.update('attachments', { col: 'id', eq: id }, { size: data.byteLength })
      await tx.update('attachment_data', { col: 'attachment_id', eq: id }, { data })
    })
    const { attachments } = world.as('alice')
    expect((await attachments.download({ id, offset: partSize, length: 9 })).data).toEqual(data.subarray(partSize))
    expect(isSame((await attachments.get({ attachment_ids: [id] })).attachments[id]?.data ?? bytes(''), data)).toBe(
      true,
    )
  })
})

/** Compared in one step: matchers look at every byte. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}
