import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, lastComments, show } from '../../../test/bugs.js'
import { secret, whereIs } from '../../../test/erasure.js'
import type { World } from '../../../test/harness.js'
import { onAnyStoreConsistently } from '../../../test/kept-columns.js'
import { rowsOf } from '../../../test/people.js'

/** Creates a comment by eve, who may edit it for `minutes` minutes. */
async function setOut(world: World, minutes = '10') {
  await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', minutes))
  const bug = (await file(world)).id
  const { id } = await world.as('eve').comments.create({ id: bug, comment: 'It glwos' })
  const [comment] = await lastComments(world, bug)
  world.clock.advance(60)
  return { bug, id, made: comment?.creation_time }
}

const denied = (reason: string) => ({ code: 'comment_edit_denied', number: 1443, data: { field: 'id', reason } })

onAnyStoreConsistently('comments.update', (open) => {
  it('replaces the text, keeps the earlier version, and notifies followers but sends no email', async () => {
    const world = await open()
    const { bug, id, made } = await setOut(world)
    const { next } = await world.as('eve').changes.get({ since: 'now' })
    const edit_time = world.clock.now()
    const text = 'It glows\r\n'
    expect(await world.as('eve').comments.update({ id, text })).toEqual({ id, revision: 1, edit_time })
    const [comment] = await lastComments(world, bug, 'bob')
    expect(comment).toMatchObject({
      id,
      text: 'It glows',
      creator: at('eve'),
      creation_time: made,
      revision: 1,
      edit_time,
    })
    expect((await show(world, bug)).last_change_time).toEqual(edit_time)
    const found = (longdesc: string) => world.as('bob').bugs.search({ longdesc, longdesc_type: 'substring' })
    expect([(await found('glwos')).bugs.length, (await found('GLOWS')).bugs.length]).toEqual([0, 1])
    const { changes } = await world.as('eve').changes.get({ since: next })
    expect(changes).toMatchObject([{ type: 'bug.changed', bug_id: bug, changes: [], comments: [{ id }] }])
    expect((await rowsOf(world, 'changes')).at(-1)?.payload).toMatchObject({ is_bulk: true })
  })

  it('changes nothing with the same text, and says nothing of comments that were never edited', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const before = await show(world, bug)
    expect(await world.as('eve').comments.update({ id, text: 'It glwos ' })).toEqual({
      id,
      revision: 0,
      edit_time: null,
    })
    expect(await show(world, bug)).toEqual(before)
    for (const comment of await lastComments(world, bug)) {
      expect(comment).not.toHaveProperty('revision')
      expect(comment).not.toHaveProperty('edit_time')
    }
  })

  it('is rejected when the comment was edited by another user since', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await world.as('admin').comments.update({ id, text: 'It glows', expected_revision: 0 })
    await expect(
      world.as('eve').comments.update({ id, text: 'It shines', expected_revision: 0 }),
    ).rejects.toMatchObject({
      code: 'comment_changed',
      number: 1441,
      data: { field: 'expected_revision', revision: 1 },
    })
    expect((await world.as('eve').comments.update({ id, text: 'It shines', expected_revision: 1 })).revision).toBe(2)
  })

  it('is for the author while there is time, and for administrators', async () => {
    const world = await open()
    const { id } = await setOut(world)
    const edit = (who: string, text: string) => world.as(who).comments.update({ id, text })
    await expect(edit('bob', 'Mine')).rejects.toMatchObject(denied('other'))
    world.clock.advance(9 * 60)
    await edit('eve', 'In time')
    world.clock.advance(1)
    await expect(edit('eve', 'Too late')).rejects.toMatchObject(denied('late'))
    await edit('admin', 'By an administrator')
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    world.clock.advance(1_000_000)
    await edit('eve', 'For ever')
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '0'))
    for (const who of ['eve', 'admin']) await expect(edit(who, 'Never')).rejects.toMatchObject(denied('off'))
  })

  it('is refused for a comment that cannot be seen as for one that does not exist, and with texts that will not do', async () => {
    const world = await open()
    const { bug, id } = await setOut(world)
    const hidden = await world.as('ivan').comments.create({ id: bug, comment: 'Hush', is_private: true })
    for (const other of [hidden.id, 9999])
      await expect(world.as('eve').comments.update({ id: other, text: 'x' })).rejects.toMatchObject({
        code: 'comment_id_invalid',
        data: { field: 'id', value: other },
      })
    const refused: [object, string][] = [
      [{ text: '' }, 'param_required'],
      [{ text: 'x'.repeat(65_536) }, 'comment_too_long'],
      [{ text: 'x', expected_revision: -1 }, 'param_must_be_numeric'],
    ]
    for (const [input, code] of refused)
      await expect(world.as('eve').comments.update({ id, text: 'x', ...input })).rejects.toMatchObject({ code })
  })

  it('is refused after 1,000 edits', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await inStore(world.store, (tx) => tx.update('comments', { col: 'id', eq: id }, { revision: 1000 }))
    await expect(world.as('admin').comments.update({ id, text: 'x' })).rejects.toMatchObject(denied('often'))
  })
})

onAnyStoreConsistently('comments.revisions', (open) => {
  it('shows when and by whom it was edited, and the earlier text only to its author and insiders', async () => {
    const world = await open()
    const { id, made } = await setOut(world)
    const first = world.clock.now()
    await world.as('eve').comments.update({ id, text: 'It glows' })
    world.clock.advance(60)
    await world.as('admin').comments.update({ id, text: 'It shines' })
    const shown = (texts: readonly (string | null)[]) => [
      { revision: 0, time: made, user: at('eve'), text: texts[0] },
      { revision: 1, time: first, user: at('eve'), text: texts[1] },
      { revision: 2, time: world.clock.now(), user: at('admin'), text: texts[2] },
    ]
    for (const who of ['eve', 'ivan'])
      expect((await world.as(who).comments.revisions({ id })).revisions).toEqual(
        shown(['It glwos', 'It glows', 'It shines']),
      )
    expect((await world.as('bob').comments.revisions({ id })).revisions).toEqual(shown([null, null, 'It shines']))
  })

  it('has one of a comment that was never edited, and none of one that cannot be seen', async () => {
    const world = await open()
    const { bug, id, made } = await setOut(world)
    expect((await world.as('eve').comments.revisions({ id })).revisions).toEqual([
      { revision: 0, time: made, user: at('eve'), text: 'It glwos' },
    ])
    const hidden = await world.as('ivan').comments.create({ id: bug, comment: 'Hush', is_private: true })
    for (const other of [hidden.id, 9999])
      await expect(world.as('bob').comments.revisions({ id: other })).rejects.toMatchObject({
        code: 'comment_id_invalid',
        data: { field: 'id', value: other },
      })
  })

  it('answers a part, and how many there are', async () => {
    const world = await open()
    const { id } = await setOut(world)
    for (const text of ['1', '2', '3']) await world.as('eve').comments.update({ id, text })
    const part = async (limit: number | undefined, offset: number) => {
      const { revisions, ...extent } = await world.as('eve').comments.revisions({ id, limit, offset })
      return [revisions.map(({ revision, text }) => [revision, text]), extent]
    }
    const all = [
      [0, 'It glwos'],
      [1, '1'],
      [2, '2'],
      [3, '3'],
    ]
    expect(await part(2, 1)).toEqual([all.slice(1, 3), { limit: '2', offset: 1, total_matches: 4 }])
    expect(await part(2, 2)).toEqual([all.slice(2), { total_matches: 4 }])
    expect(await part(undefined, 3)).toEqual([all.slice(3), { total_matches: 4 }])
    expect(await part(1, 4)).toEqual([[], { total_matches: 4 }])
  })

  it('contains no word of erased text', async () => {
    const world = await open()
    const { id } = await setOut(world)
    await world.as('eve').comments.update({ id, text: secret })
    await world.as('eve').comments.update({ id, text: 'It glows' })
    expect(await whereIs(world, secret)).toEqual(['comment_revisions.text'])
    await world.as('admin').comments.redact({ ids: [id], reason: 'A name', keep: 'It glows' })
    expect(await whereIs(world, secret)).toEqual([])
    const { revisions } = await world.as('eve').comments.revisions({ id })
    expect(revisions.map(({ text }) => text)).toEqual([null, null, 'It glows'])
  })

  it('answers at most 32 MB of what was said before, which takes nothing for those who may not read it', async () => {
    const world = await open()
    const { id } = await setOut(world)
    for (const text of ['1', '2', '3', '4']) await world.as('eve').comments.update({ id, text })
    const text = 'x'.repeat(10 * 1024 * 1024)
    await inStore(world.store, (tx) => tx.update('comment_revisions', { col: 'comment_id', eq: id }, { text }))
    const tooLarge = { code: 'answer_too_large', number: 1466, data: { field: 'limit' } }
    await expect(world.as('eve').comments.revisions({ id })).rejects.toMatchObject(tooLarge)
    const { revisions } = await world.as('eve').comments.revisions({ id, limit: 3 })
    expect(revisions.map((one) => one.text?.length)).toEqual([text.length, text.length, text.length])
    expect((await world.as('bob').comments.revisions({ id })).revisions).toHaveLength(5)
  })
})
