import { defineRule } from '@trackerkit/core/rules'
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const data = new TextEncoder().encode('Segmentation fault')
const file = { data, file_name: 'crash.log', summary: 'A log', content_type: 'text/plain' }

/** Refuses what has the word, in whatever it is about. */
const never = (text: string) =>
  text.includes('secret word') ? { message: 'Not that word.', reason: 'word' } : undefined
const refused = { code: 'rule_refused', message: 'Not that word.', data: { rule: 'words', reason: 'word' } }

onEveryStore('rules about comments and attachments', (open) => {
  it('see descriptions, comments of updates and of attachments, and edited comments', async () => {
    const seen: unknown[] = []
    const words = defineRule({
      name: 'words',
      on: ['comment.create', 'comment.update'],
      needs: ['summary'],
      check: ({ after }) => never(after.text),
      after: ({ event, bug: { id, summary }, before, after }) =>
        void seen.push([event, id, summary, before?.text, after.text, after.count, after.id > 0]),
    })
    const world = await open({ rules: [words] })
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const alice = world.as('alice')
    const { id } = await alice.bugs.create({ ...bug, description: 'Zero' })
    const { id: one } = await alice.comments.create({ id, comment: 'One' })
    await alice.bugs.update({ ids: [id], comment: { body: 'Two' } })
    const { ids } = await alice.attachments.create({ ids: [id], ...file, comment: 'Three' })
    await alice.attachments.update({ ids, summary: 'The log' })
    await alice.comments.update({ id: one, text: 'Edited' })
    expect(seen).toEqual([
      ['comment.create', id, 'It blinks', undefined, 'Zero', 0, true],
      ['comment.create', id, 'It blinks', undefined, 'One', 1, true],
      ['comment.create', id, 'It blinks', undefined, 'Two', 2, true],
      ['comment.create', id, 'It blinks', undefined, 'Three', 3, true],
      ['comment.update', id, 'It blinks', 'One', 'Edited', 1, true],
    ])
    const before = await storedIn(world)
    const text = 'A secret word'
    const ways: readonly (() => Promise<unknown>)[] = [
      () => alice.bugs.create({ ...bug, description: text }),
      () => alice.comments.create({ id, comment: text }),
      () => alice.bugs.update({ ids: [id], priority: 'High', comment: { body: text } }),
      () => alice.attachments.create({ ids: [id], ...file, comment: text }),
      () => alice.attachments.update({ ids, file_name: 'other.log', comment: text }),
      () => alice.comments.update({ id: one, text }),
      () =>
        world.tracker.transaction((tx) => tx.as({ login: 'bob@example.com' }).comments.create({ id, comment: text })),
    ]
    for (const way of ways) await expect(way()).rejects.toMatchObject(refused)
    expect(await storedIn(world)).toEqual(before)
    const tried = await alice.bugs.update({ ids: [id], comment: { body: text }, dry_run: true })
    expect(tried.faults).toMatchObject([{ id, name: 'rule_refused', message: 'Not that word.' }])
  })

  it('see new attachments with their content, and changed ones as before and after', async () => {
    const seen: unknown[] = []
    const words = defineRule({
      name: 'words',
      on: ['attachment.create', 'attachment.update'],
      needs: ['status'],
      async check({ event, bug: { id, status }, before, after, data: read, caller }) {
        const content = new TextDecoder().decode(await read())
        seen.push([event, id, status, before?.is_obsolete, after.is_obsolete, after.size, content, caller?.login])
        return never(content + after.summary)
      },
    })
    const world = await open({ rules: [words] })
    const alice = world.as('alice')
    const { id } = await alice.bugs.create(bug)
    const { ids } = await alice.attachments.create({ ids: [id], ...file })
    await alice.attachments.create({ ids: [id], ...file, obsoletes: ids })
    const [first, content] = [['CONFIRMED', undefined, false], data.byteLength] as const
    const asNew = ['attachment.create', id, ...first, content, 'Segmentation fault', 'alice@example.com']
    const obsoleted = [
      'attachment.update',
      id,
      'CONFIRMED',
      false,
      true,
      content,
      'Segmentation fault',
      'alice@example.com',
    ]
    expect(seen).toEqual([asNew, asNew, obsoleted])
    const before = await storedIn(world)
    const hidden = { ...file, data: new TextEncoder().encode('A secret word') }
    await expect(alice.attachments.create({ ids: [id], ...hidden })).rejects.toMatchObject(refused)
    await expect(alice.attachments.update({ ids, summary: 'A secret word' })).rejects.toMatchObject(refused)
    expect(await storedIn(world)).toEqual(before)
  })
})

async function storedIn(world: World): Promise<unknown> {
  const [bugs, comments, attachments] = await Promise.all([
    rowsOf(world, 'bugs'),
    rowsOf(world, 'comments'),
    rowsOf(world, 'attachments'),
  ])
  return { bugs, comments, attachments }
}
