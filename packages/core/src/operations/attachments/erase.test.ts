import { expect, it } from 'vitest'
import { attach, bytes, showAttachment } from '../../../test/attachments.js'
import { addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, history, show } from '../../../test/bugs.js'
import { allow, reasons, secret, whereIs } from '../../../test/erasure.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { join, rowsOf } from '../../../test/people.js'

const parameter = 'allow_attachment_deletion'

/** A bug with an attachment that has the secret in its content, its name, its summary and the history of both. */
async function setOut(world: World, input: object = {}) {
  await allow(world, parameter)
  const bug = (await file(world)).id
  const named = { file_name: `${secret}.txt`, summary: `About ${secret}` }
  const id = await attach(world, bug, { data: bytes(`It is ${secret}`), ...named, ...input })
  world.clock.advance(60)
  await world.as('alice').attachments.update({ ids: [id], file_name: `${secret}.log`, summary: `Of ${secret}` })
  world.clock.advance(60)
  return { bug, id }
}

onAnyStoreConsistently('attachments.erase', (open) => {
  it('takes the content out, and leaves name, summary and flags', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review', target_type: 'attachment' }))
    const { bug, id } = await setOut(world, { flags: [{ name: 'review', status: '?' }] })
    const { cursor } = await world
      .as('admin')
      .changes.get({ since: 'now' })
      .then(({ next }) => ({ cursor: next }))
    const { attachments } = await world.as('admin').attachments.erase({ ids: [id, id], reason: 'A name' })
    expect(attachments).toEqual([{ id, bug_id: bug, size: 6 + secret.length }])
    const shown = await showAttachment(world, id)
    expect(shown).toMatchObject({ size: 0, data: bytes(''), is_obsolete: true, file_name: `${secret}.log` })
    expect([shown.summary, shown.flags.map((flag) => flag.status)]).toEqual([`Of ${secret}`, ['?']])
    expect(await whereIs(world, `it is ${secret}`)).toEqual([])
    expect((await show(world, bug)).last_change_time).toEqual(world.clock.now())
    expect((await history(world, bug)).slice(-1)).toEqual([
      { field_name: 'attachments.isobsolete', removed: '0', added: '1', attachment_id: id },
    ])
    expect(await reasons(world)).toEqual([
      { object_id: id, field: 'attachments.erase', removed: null, added: 'A name', user: at('admin') },
    ])
    const { changes } = await world.as('alice').changes.get({ since: cursor })
    expect(changes).toMatchObject([{ type: 'bug.changed', bug_id: bug, attachments: [{ id }] }])
  })

  it('with summary leaves no word of it in any row of the store', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await world.tracker
      .as({ login: at('alice') }, { idempotencyKey: 'once' })
      .attachments.update({ ids: [id], summary: `${secret} again` })
    const places = await whereIs(world, secret)
    expect(places).toEqual(expect.arrayContaining(['attachments.summary', 'bug_history.removed', 'idempotency.answer']))
    await world.as('admin').attachments.erase({ ids: [id], reason: 'A name', summary: true })
    expect(await whereIs(world, secret)).toEqual([])
    expect(await showAttachment(world, id)).toMatchObject({ file_name: '', summary: '', size: 0 })
    expect((await reasons(world))[0]?.field).toBe('attachments.erase summary')
  })

  it('takes content out that is stored in parts, and whose bug is out of date already', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'maxattachmentsize', '4000'))
    const { id } = await setOut(world, { data: new Uint8Array(1_500_000).fill(65) })
    await world.as('alice').attachments.update({ ids: [id], is_obsolete: true })
    world.clock.advance(60)
    await world.as('admin').attachments.erase({ ids: [id], reason: 'Too large' })
    expect(await rowsOf(world, 'attachment_parts')).toEqual([])
    expect((await showAttachment(world, id)).data).toHaveLength(0)
    expect((await showAttachment(world, id)).last_change_time).toEqual(world.clock.now())
  })

  it('reports the erasure to readers of the attachment, and not_found to others', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await join(world, 'admin', 'insiders')
    await world.as('ivan').attachments.update({ ids: [id], is_private: true })
    await world.as('admin').attachments.erase({ ids: [id], reason: 'A name' })
    await expect(world.as('ivan').attachments.download({ id })).rejects.toMatchObject({ code: 'attachment_erased' })
    await expect(world.as('eve').attachments.download({ id })).rejects.toMatchObject({ code: 'object_does_not_exist' })
  })

  it('is not found by searches any more', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const found = async () => {
      const { bugs } = await world.as('alice').bugs.search({ f1: 'attach_data.thedata', o1: 'substring', v1: secret })
      return bugs.map((one) => one.id)
    }
    expect(await found()).toEqual([bug])
    await world.as('admin').attachments.erase({ ids: [id], reason: 'A name' })
    expect(await found()).toEqual([])
  })

  it('is for administrators, while the parameter is on, with a reason, and does all or nothing', async () => {
    const world = await open()
    const { id } = await setOut(world)
    const erase = (who: string, input: object) =>
      world.as(who).attachments.erase({ ids: [id], reason: 'A name', ...input })
    await expect(erase('alice', {})).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(erase('admin', { reason: ' ' })).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'reason' },
    })
    await expect(erase('admin', { reason: 'x'.repeat(1001) })).rejects.toMatchObject({ code: 'text_too_long' })
    await expect(erase('admin', { reason: undefined })).rejects.toMatchObject({ code: 'param_required' })
    await expect(erase('admin', { ids: [] })).rejects.toMatchObject({ data: { field: 'ids' } })
    await expect(erase('admin', { ids: [id, 99] })).rejects.toMatchObject({ code: 'object_does_not_exist' })
    await world.as('admin').parameters.update({ parameters: { [parameter]: false } })
    await expect(erase('admin', {})).rejects.toMatchObject({
      code: 'deletion_not_allowed',
      number: 1440,
      message: `Erasing is disabled: enable the parameter ${parameter}.`,
    })
    expect((await showAttachment(world, id)).size).toBeGreaterThan(0)
  })
})
