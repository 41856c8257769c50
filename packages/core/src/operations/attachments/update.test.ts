import { expect, it } from 'vitest'
import { attach, bytes, showAttachment } from '../../../test/attachments.js'
import { file, history, lastComments, show } from '../../../test/bugs.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { rowsOf } from '../../../test/people.js'

/** A bug of alice's with an attachment of hers, a minute ago. */
async function setOut(world: World, input: object = {}) {
  const bug = (await file(world)).id
  world.clock.advance(1)
  const id = await attach(world, bug, input)
  const made = world.clock.now()
  world.clock.advance(60)
  return { bug, id, made }
}

/** Updates one attachment and returns its changes. */
async function change(world: World, id: number, input: object, name = 'alice') {
  const { attachments } = await world.as(name).attachments.update({ ids: [id], ...input })
  expect(attachments.map((one) => one.id)).toEqual([id])
  return attachments[0]
}

onAnyStoreConsistently('attachments.update', (open) => {
  it('sets name, summary and type, and returns the changes [ATT-04] [ATT-17] [ATT-22] [ATT-24]', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const input = { file_name: 'dir/new.txt', summary: 'Better', content_type: 'text/x-log' }
    expect(await change(world, id, input, 'bob')).toEqual({
      id,
      last_change_time: world.clock.now(),
      changes: {
        file_name: { removed: 'crash.log', added: 'new.txt' },
        summary: { removed: 'What it says', added: 'Better' },
        content_type: { removed: 'text/plain', added: 'text/x-log' },
      },
    })
    expect(await showAttachment(world, id)).toMatchObject({ ...input, file_name: 'new.txt' })
    expect((await show(world, bug)).last_change_time).toEqual(world.clock.now())
    expect(await history(world, bug)).toEqual([
      { field_name: 'attachments.description', removed: 'What it says', added: 'Better', attachment_id: id },
      { field_name: 'attachments.filename', removed: 'crash.log', added: 'new.txt', attachment_id: id },
      { field_name: 'attachments.mimetype', removed: 'text/plain', added: 'text/x-log', attachment_id: id },
    ])
  })

  it('changes several at once and answers for each [ATT-16]', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const second = await attach(world, bug, { is_patch: true })
    const third = await attach(world, (await file(world)).id, { summary: 'Same' })
    const { attachments } = await world
      .as('alice')
      .attachments.update({ ids: [third, id, second, id], summary: 'Same', comment: 'All alike' })
    expect(attachments.map((one) => [one.id, Object.keys(one.changes)])).toEqual([
      [third, []],
      [id, ['summary']],
      [second, ['summary']],
    ])
    for (const one of [id, second, third]) expect((await showAttachment(world, one)).summary).toBe('Same')
    expect((await lastComments(world, bug)).slice(2).map((one) => [one.attachment_id, one.text])).toEqual([
      [id, `Comment on attachment ${id}\nSame\n\nAll alike`],
      [second, `Comment on attachment ${second}\nSame\n\nAll alike`],
    ])
  })

  it('changes no attachment when one of them cannot be changed', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await expect(world.as('alice').attachments.update({ ids: [id, 999], summary: 'x' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
      data: { field: 'ids', value: 999 },
    })
    expect((await showAttachment(world, id)).summary).toBe('What it says')
  })

  it('adds a comment when there is one [ATT-18]', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    await change(world, id, { summary: 'Better' })
    expect(await lastComments(world, bug)).toHaveLength(1)
    await change(world, id, { comment: 'See also' }, 'eve')
    expect((await lastComments(world, bug))[1]).toMatchObject({
      text: `Comment on attachment ${id}\nBetter\n\nSee also`,
      creator: 'eve@example.com',
      attachment_id: id,
    })
  })

  it('sets and clears is_patch and is_obsolete [ATT-19]', async () => {
    const world = await open()
    const { id } = await setOut(world, { content_type: 'image/png' })
    expect((await change(world, id, { is_patch: true, is_obsolete: true, content_type: '' }))?.changes).toEqual({
      is_patch: { removed: '0', added: '1' },
      is_obsolete: { removed: '0', added: '1' },
      content_type: { removed: 'image/png', added: 'text/plain' },
    })
    expect(await showAttachment(world, id)).toMatchObject({
      is_patch: true,
      is_obsolete: true,
      content_type: 'text/plain',
    })
    expect((await change(world, id, { content_type: 'text/html' }))?.changes).toEqual({})
    await change(world, id, { is_patch: false, is_obsolete: false, content_type: 'text/html' })
    expect(await showAttachment(world, id)).toMatchObject({
      is_patch: false,
      is_obsolete: false,
      content_type: 'text/html',
    })
  })

  it('lets only insiders make an attachment private or public, with its comments [ATT-20]', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const denied = { code: 'user_not_insider', number: 113, data: { field: 'is_private', value: true } }
    await expect(change(world, id, { is_private: true }, 'alice')).rejects.toMatchObject(denied)
    await change(world, id, { is_private: true, comment: 'Between us' }, 'ivan')
    await expect(showAttachment(world, id, 'bob')).rejects.toMatchObject({ number: 51 })
    expect((await showAttachment(world, id, 'alice')).is_private).toBe(true)
    await change(world, id, { comment: 'Understood' }, 'alice')
    expect((await lastComments(world, bug, 'ivan')).map((one) => one.is_private)).toEqual([false, true, true])
    expect(await history(world, bug, 'bob')).toEqual([])
    await expect(change(world, id, { is_private: false }, 'alice')).rejects.toMatchObject({ number: 113 })
    await change(world, id, { is_private: false }, 'ivan')
    expect((await showAttachment(world, id, 'bob')).is_private).toBe(false)
  })

  it('hides an attachment that has become private in comments and history from those who may not see it [GEN-28]', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    await change(world, id, { comment: 'Look', summary: 'Better' })
    expect((await lastComments(world, bug, 'bob')).map((one) => one.attachment_id)).toContain(id)
    await change(world, id, { is_private: true }, 'ivan')
    for (const include_fields of [undefined, ['attachment_id'] as const]) {
      const { bugs } = await world.as('bob').comments.get({ ids: [bug], ...(include_fields && { include_fields }) })
      expect(bugs[bug]?.comments.map((one) => one.attachment_id)).toEqual(bugs[bug]?.comments.map(() => null))
      expect(JSON.stringify(bugs)).not.toContain(`attachment ${id}`)
    }
    expect(await history(world, bug, 'bob')).toEqual([])
    for (const who of ['alice', 'ivan'])
      expect((await lastComments(world, bug, who)).map((one) => one.attachment_id)).toContain(id)
  })

  it('answers the time of the last change when nothing changes [ATT-23]', async () => {
    const world = await open()
    const { bug, id, made } = await setOut(world)
    const { last_change_time } = await show(world, bug)
    const same = { summary: 'What it says', is_patch: false }
    expect(await change(world, id, same)).toEqual({ id, last_change_time: made, changes: {} })
    expect((await show(world, bug)).last_change_time).toEqual(last_change_time)
    expect(await history(world, bug)).toEqual([])
    await change(world, id, { summary: 'Better' })
    const changed = world.clock.now()
    world.clock.advance(60)
    expect((await change(world, id, {}))?.last_change_time).toEqual(changed)
  })

  it('is for the creator of the attachment and those who may edit the bug', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    await expect(change(world, id, { summary: 'x' }, 'eve')).rejects.toMatchObject({
      code: 'illegal_attachment_edit',
      number: 304,
      data: { field: 'ids', value: id },
    })
    const own = await attach(world, bug, {}, 'eve')
    expect((await change(world, own, { summary: 'Mine' }, 'eve'))?.changes).toHaveProperty('summary')
    await expect(world.as(null).attachments.update({ ids: [id] })).rejects.toMatchObject({ number: 410 })
  })

  it.each([
    ['file_name', '', 603],
    ['summary', '', 604],
    ['content_type', 'x', 601],
    ['data', bytes('x'), 53],
  ])('refuses the %s %j with %d', async (field, value, number) => {
    const world = await open()
    const { id } = await setOut(world)
    await expect(change(world, id, { [field]: value })).rejects.toMatchObject({ number, data: { field } })
  })

  it('makes content searchable when the content type is changed to text', async () => {
    const world = await open()
    const { id } = await setOut(world)
    const text = async () => (await rowsOf(world, 'attachment_data'))[0]?.text_folded
    await change(world, id, { content_type: 'image/png' })
    expect(await text()).toBeNull()
    await change(world, id, { content_type: 'text/plain' })
    expect(await text()).toBe('segmentation fault')
  })
})
