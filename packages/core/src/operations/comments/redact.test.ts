import { expect, it } from 'vitest'
import { at, file, lastComments, show } from '../../../test/bugs.js'
import { reasons, secret, whereIs } from '../../../test/erasure.js'
import type { World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'

/** A bug with two comments that have the secret, the second a private one. */
async function setOut(world: World) {
  await join(world, 'admin', 'insiders')
  const bug = (await file(world)).id
  const { id } = await world.as('alice').comments.create({ id: bug, comment: `Ask ${secret}` })
  const hidden = await world.as('ivan').comments.create({ id: bug, comment: `No, ${secret}`, is_private: true })
  world.clock.advance(60)
  return { bug, ids: [id, hidden.id] }
}

onAnyStoreConsistently('comments.redact', (open) => {
  it('takes the text out everywhere, and leaves who said it, when, and its privacy', async () => {
    const world = await open()
    const { bug, ids } = await setOut(world)
    const before = await lastComments(world, bug, 'ivan')
    const { next } = await world.as('admin').changes.get({ since: 'now' })
    const { comments } = await world.as('admin').comments.redact({ ids, reason: 'A name' })
    expect(comments).toEqual(ids.map((id) => ({ id, bug_id: bug })))
    const after = before.map((one) => (ids.includes(one.id) ? { ...one, text: '[redacted]' } : one))
    expect(await lastComments(world, bug, 'ivan')).toEqual(after)
    expect(await whereIs(world, secret)).toEqual([])
    expect((await show(world, bug)).last_change_time).toEqual(world.clock.now())
    expect(await reasons(world)).toEqual(
      ids.toReversed().map((object_id) => ({
        object_id,
        field: 'comments.redact',
        removed: null,
        added: 'A name',
        user: at('admin'),
      })),
    )
    const told = async (who: string) => (await world.as(who).changes.get({ since: next })).changes
    expect((await told('ivan'))[0]?.comments.map(({ id }) => id)).toEqual(ids)
    expect((await told('eve'))[0]?.comments.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  })

  it('puts another text in its place, which searches find and the old one not', async () => {
    const world = await open()
    const { bug, ids } = await setOut(world)
    await world.as('admin').comments.redact({ ids, reason: 'A name', keep: 'Ask somebody' })
    const found = async (longdesc: string) =>
      (await world.as('ivan').bugs.search({ longdesc, longdesc_type: 'substring' })).bugs.map((one) => one.id)
    expect([await found(secret), await found('ask somebody')]).toEqual([[], [bug]])
  })

  it('sends no mail', async () => {
    const world = await open()
    const { ids } = await setOut(world)
    await world.as('admin').comments.redact({ ids, reason: 'A name' })
    const entry = (await rowsOf(world, 'changes')).findLast(({ kind }) => kind === 'bug')
    expect(entry?.payload).toMatchObject({ is_bulk: true })
  })

  it('is for administrators, with a reason, and does all or nothing', async () => {
    const world = await open()
    const { bug, ids } = await setOut(world)
    const redact = (who: string, input: object) => world.as(who).comments.redact({ ids, reason: 'x', ...input })
    await expect(redact('ivan', {})).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(redact('admin', { reason: '' })).rejects.toMatchObject({ code: 'param_required' })
    await expect(redact('admin', { ids: [...ids, 9999] })).rejects.toMatchObject({
      code: 'comment_id_invalid',
      data: { field: 'ids', value: 9999 },
    })
    await expect(redact('admin', { keep: 'x'.repeat(65_536) })).rejects.toMatchObject({ code: 'comment_too_long' })
    expect((await lastComments(world, bug, 'ivan')).map((one) => one.text)).toContain(`Ask ${secret}`)
  })
})
