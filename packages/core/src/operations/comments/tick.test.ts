import { expect, it } from 'vitest'
import { file, lastComments, update } from '../../../test/bugs.js'
import { onAnyStore } from '../../../test/harness.js'

onAnyStore('comments.tick', (open) => {
  it('ticks a box for the author, the assignee and members of editbugs, and makes a revision', async () => {
    const world = await open()
    const { id: bug } = await file(world)
    await update(world, bug, { assigned_to: 'carl@example.com' })
    const text = '# Plan\n\n1. [ ] ask\n   - [X] tell'
    const { id } = await world.as('eve').comments.create({ id: bug, comment: text, is_markdown: true })
    const tick = (name: string, offset: number, is_done: boolean, more = {}) =>
      world.as(name).comments.tick({ id, offset, is_done, ...more })
    const said = async () => (await lastComments(world, bug)).at(-1)?.text
    const [first, second] = [text.indexOf('[ ]'), text.indexOf('[X]')]
    expect((await tick('eve', first, true, { expected_revision: 0 })).revision).toBe(1)
    expect((await tick('carl', second, false)).revision).toBe(2)
    expect(await said()).toBe('# Plan\n\n1. [x] ask\n   - [ ] tell')
    expect((await tick('bob', second, false)).revision).toBe(2)
    await expect(tick('bob', first, false, { expected_revision: 1 })).rejects.toMatchObject({ code: 'comment_changed' })
    for (const offset of [0, first + 1, text.length, 9_000]) {
      const error = { code: 'comment_changed', number: 1441 }
      await expect(tick('bob', offset, false)).rejects.toMatchObject(error)
    }
  })

  it('ticks boxes of lists within lists and quotes, and none in code', async () => {
    const world = await open()
    const { id: bug } = await file(world)
    const text = '- - [ ] a\n\n1. - [ ] b\n\n- > - [ ] c\n\n```\n- [ ] d\n```'
    const { id } = await world.as('alice').comments.create({ id: bug, comment: text, is_markdown: true })
    const offsets = [...text.matchAll(/\[ \]/g)].map(({ index }) => index)
    const tick = (offset: number) => world.as('alice').comments.tick({ id, offset, is_done: true })
    for (const offset of offsets.slice(0, 3)) await tick(offset)
    await expect(tick(offsets[3] as number)).rejects.toMatchObject({ code: 'comment_changed' })
    expect((await lastComments(world, bug)).at(-1)?.text).toBe(text.replaceAll(/\[ \] ([abc])/g, '[x] $1'))
  })

  it('is refused to others, in plain comments, and where no list is', async () => {
    const world = await open()
    const { id: bug } = await file(world)
    const say = async (comment: string, is_markdown = true) =>
      (await world.as('alice').comments.create({ id: bug, comment, is_markdown })).id
    const tick = (name: string, id: number, offset = 2) => world.as(name).comments.tick({ id, offset, is_done: true })
    const task = await say('- [ ] ask')
    await expect(tick('eve', task)).rejects.toMatchObject({ code: 'comment_edit_denied', number: 1443 })
    for (const id of [await say('- [ ] ask', false), await say('a [ ] ask'), await say('--[ ] ask')])
      await expect(tick('alice', id)).rejects.toMatchObject({ code: 'comment_changed' })
    await expect(tick('alice', 9999)).rejects.toMatchObject({ code: 'comment_id_invalid' })
  })
})
