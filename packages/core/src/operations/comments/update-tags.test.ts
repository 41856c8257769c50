import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file, lastComments, show } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'

/** A bug and its one comment beside the description. */
async function discuss(world: World, input: object = {}, who = 'alice', is_private = false) {
  const bug = await file(world, input, who)
  const { id } = await world.as(who).comments.create({ id: bug.id, comment: 'Buy watches', is_private })
  return { bug: bug.id, comment: id }
}

const change = (world: World, comment_id: number, tags: { add?: string[]; remove?: string[] }, who = 'alice') =>
  world.as(who).comments.updateTags({ comment_id, ...tags })

onAnyStore('comments.updateTags', (open) => {
  it('puts tags on the comment, and answers all it has [COM-16] [COM-17] [COM-18] [COM-26]', async () => {
    const world = await open()
    const { bug, comment } = await discuss(world)
    const { comment: other } = await discuss(world)
    expect(await change(world, comment, { add: ['spam'] })).toEqual(['spam'])
    expect(await change(world, comment, { add: ['Needs-Info', 'v1.0_x'] }, 'bob')).toEqual([
      'Needs-Info',
      'spam',
      'v1.0_x',
    ])
    expect((await lastComments(world, bug)).map(({ tags }) => tags)).toEqual([['Needs-Info', 'spam', 'v1.0_x']])
    expect(await change(world, other, {})).toEqual([])
  })

  it('takes tags off the comment, whoever put them there [COM-19]', async () => {
    const world = await open()
    const { comment } = await discuss(world)
    await change(world, comment, { add: ['spam', 'obsolete', 'keep'] })
    expect(await change(world, comment, { remove: ['SPAM', 'obsolete', 'never there', '!'] }, 'bob')).toEqual(['keep'])
    expect(await change(world, comment, { add: ['both', 'new'], remove: ['both', 'keep'] })).toEqual(['new'])
  })

  it('keeps the case of a tag, and takes another case for the same tag', async () => {
    const world = await open()
    const { comment } = await discuss(world)
    expect(await change(world, comment, { add: ['Spam', 'SPAM', ' ÄRGER '] })).toEqual(['Spam', 'ÄRGER'])
    expect(await change(world, comment, { add: ['spam', 'ärger'] })).toEqual(['Spam', 'ÄRGER'])
  })

  it('takes 3 to 24 letters, digits, dots, underscores and hyphens of any script', async () => {
    const world = await open()
    const { comment } = await discuss(world)
    const good = ['abc', 'x'.repeat(24), 'バグ報告', '𠮷𠮷𠮷', 'café', '1.2_3-4']
    expect(await change(world, comment, { add: good })).toHaveLength(good.length)
    for (const [value, code, number] of [
      ['ab', 'comment_tag_too_short', 128],
      ['', 'comment_tag_too_short', 128],
      ['𠮷𠮷', 'comment_tag_too_short', 128],
      ['x'.repeat(25), 'comment_tag_too_long', 127],
      ['a b c', 'comment_tag_invalid', 126],
      ['a,b', 'comment_tag_invalid', 126],
      ['🐞🐞🐞', 'comment_tag_invalid', 126],
      ['abc\0', 'comment_tag_invalid', 126],
    ] as const) {
      const refused = change(world, comment, { add: ['fine', value], remove: ['abc'] })
      await expect(refused).rejects.toMatchObject({ code, number, data: { field: 'add', value } })
    }
    expect(await change(world, comment, {})).toHaveLength(good.length)
  })

  it('logs who changed which tag, and touches neither the bug nor its history', async () => {
    const world = await open()
    const { bug, comment } = await discuss(world)
    const before = await show(world, bug)
    world.clock.advance(60)
    const heard: unknown[] = []
    world.tracker.on('bug.changed', (event) => void heard.push(event))
    await change(world, comment, { add: ['spam', 'keep'] })
    world.clock.advance(60)
    await change(world, comment, { add: ['Keep'], remove: ['SPAM'] }, 'bob')
    const log = await inStore(world.store, (tx) => tx.select({ from: 'comment_tag_activity' }))
    expect(log.map(({ added, removed }) => [removed, added])).toEqual([
      ['', 'spam'],
      ['', 'keep'],
      ['spam', ''],
    ])
    expect(log[2]).toMatchObject({ bug_id: bug, comment_id: comment, at: world.clock.now() })
    expect(log[2]?.user_id).not.toBe(log[0]?.user_id)
    expect(await show(world, bug)).toEqual(before)
    expect((await world.as('alice').bugs.history({ ids: [bug] })).bugs[0]?.history).toEqual([])
    expect(heard).toEqual([])
  })

  it('is for members of comment_taggers_group, while there is one', async () => {
    const world = await open()
    const { comment } = await discuss(world)
    await expect(change(world, comment, { add: ['spam'] }, 'eve')).rejects.toMatchObject({
      code: 'auth_failure',
      number: 304,
    })
    await expect(world.as(null).comments.updateTags({ comment_id: comment })).rejects.toMatchObject({ number: 410 })
    await inStore(world.store, (tx) => setParameter(tx, 'comment_taggers_group', ''))
    await expect(change(world, comment, { add: ['spam'] })).rejects.toMatchObject({
      code: 'comment_tag_disabled',
      number: 125,
    })
  })

  it('answers for hidden comments as for absent ones [COM-25] [GEN-28]', async () => {
    const world = await open()
    const inside = await discuss(world, {}, 'ivan', true)
    const vault = { product: 'Vault', component: 'Safe', version: '1' }
    const hidden = await discuss(world, vault, 'ivan')
    for (const value of [inside.comment, hidden.comment, 99_999]) {
      await expect(change(world, value, { add: ['spam'] })).rejects.toMatchObject({
        code: 'comment_id_invalid',
        number: 111,
        data: { field: 'comment_id', value },
      })
    }
    expect(await change(world, inside.comment, { add: ['spam'] }, 'ivan')).toEqual(['spam'])
    expect(await change(world, hidden.comment, { add: ['spam'] }, 'ivan')).toEqual(['spam'])
  })
})
