import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter, type BugPlan } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import type { NewRow } from '../../schema/index.js'
import { createTracker } from '../../tracker/tracker.js'
import type { CommentField } from '@trackerkit/types'

async function addBug(world: World, plan: BugPlan = {}): Promise<number> {
  const [id = 0] = await addBugs(world.store, world.clock.now(), [plan])
  return id
}

/** A bug with four comments, the third private, ten seconds apart. */
async function discuss(world: World, plan: BugPlan = {}) {
  const bug = await addBug(world, plan)
  const second = plan.groups ? 'ivan' : 'bob'
  const ids: number[] = []
  for (const [index, comment] of ['Description', 'First', 'Between us', 'Last'].entries()) {
    const by = world.as(index === 1 ? second : 'ivan')
    ids.push((await by.comments.create({ id: bug, comment, is_private: index === 2 })).id)
    world.clock.advance(10)
  }
  return { bug, ids: ids as [number, number, number, number] }
}

const texts = (comments: readonly { text: string }[] | undefined) => comments?.map((comment) => comment.text)

onAnyStore('comments.get', (open) => {
  it('answers the comments of a bug under its number, oldest first [COM-01] [COM-20] [DATA-30]', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world, { alias: ['blink'] })
    const answer = await world.as('ivan').comments.get({ ids: [bug] })
    expect(Object.keys(answer.bugs)).toEqual([String(bug)])
    expect(answer.comments).toEqual({})
    expect(answer.bugs[bug]?.comments.map((comment) => comment.count)).toEqual([0, 1, 2, 3])
    const creation_time = new Date('2026-03-01T12:00:10Z')
    expect(answer.bugs[bug]?.comments[1]).toEqual({
      id: ids[1],
      bug_id: bug,
      attachment_id: null,
      count: 1,
      text: 'First',
      creator: 'bob@example.com',
      time: creation_time,
      creation_time,
      is_private: false,
      is_markdown: false,
      tags: [],
      reactions: {},
    })
    expect((await world.as('ivan').comments.get({ ids: ['BLINK'] })).bugs).toEqual(answer.bugs)
  })

  it('limits the comments of bugs to those later than new_since [COM-02]', async () => {
    const world = await open()
    const { bug } = await discuss(world)
    const since = async (new_since: Date) =>
      texts((await world.as('ivan').comments.get({ ids: [bug], new_since })).bugs[bug]?.comments)
    expect(await since(new Date('2026-03-01T12:00:10Z'))).toEqual(['Between us', 'Last'])
    expect(await since(new Date('2026-03-01T12:00:09Z'))).toEqual(['First', 'Between us', 'Last'])
    expect(await since(new Date('2027-01-01T00:00:00Z'))).toEqual([])
  })

  it('never limits comments asked for by id [COM-03]', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world)
    const new_since = new Date('2027-01-01T00:00:00Z')
    const answer = await world.as('ivan').comments.get({ ids: [bug], comment_ids: [ids[0]], new_since })
    expect(answer.bugs[bug]?.comments).toEqual([])
    expect(answer.comments[ids[0]]?.text).toBe('Description')
  })

  it('answers several bugs, each once [COM-04] [COM-06]', async () => {
    const world = await open()
    const [a, b, empty] = [await discuss(world, { alias: ['a'] }), await discuss(world), await addBug(world)]
    const { bugs } = await world.as('alice').comments.get({ ids: [b.bug, a.bug, 'a', String(a.bug), empty] })
    expect(Object.keys(bugs).map(Number)).toEqual([a.bug, b.bug, empty])
    expect(texts(bugs[a.bug]?.comments)).toEqual(['Description', 'First', 'Last'])
    expect(texts(bugs[b.bug]?.comments)).toEqual(['Description', 'First', 'Last'])
    expect(bugs[empty]?.comments).toEqual([])
  })

  it('answers single comments under their ids [COM-05]', async () => {
    const world = await open()
    const [a, b] = [await discuss(world), await discuss(world)]
    const comment_ids = [b.ids[3], a.ids[0], b.ids[3]]
    const { bugs, comments } = await world.as('alice').comments.get({ comment_ids })
    expect(bugs).toEqual({})
    expect(Object.values(comments).map(({ id, bug_id, count }) => [id, bug_id, count])).toEqual([
      [a.ids[0], a.bug, 0],
      [b.ids[3], b.bug, 3],
    ])
  })

  it('shows the creator by login name, and one time under two names [COM-22] [COM-23]', async () => {
    const world = await open()
    const { ids } = await discuss(world)
    const { comments } = await world.as('alice').comments.get({ comment_ids: [ids[1]] })
    const comment = comments[ids[1]]
    expect(comment?.creator).toBe('bob@example.com')
    expect(comment?.time).toEqual(comment?.creation_time)
  })

  it('cuts the host off addresses for logged-out callers [DATA-02]', async () => {
    const world = await open()
    const { ids } = await discuss(world)
    const creator = async () => (await world.as(null).comments.get({ comment_ids: [ids[1]] })).comments[ids[1]]?.creator
    expect(await creator()).toBe('bob')
    await inStore(world.store, (tx) => setParameter(tx, 'webservice_email_filter', '0'))
    expect(await creator()).toBe('bob@example.com')
  })

  it('shows private comments only to insiders, and numbers the others alike [COM-24] [COM-25] [GEN-27]', async () => {
    const world = await open()
    const { bug } = await discuss(world)
    const seen = async (who: string | null) =>
      (await world.as(who).comments.get({ ids: [bug] })).bugs[bug]?.comments.map(({ count, text }) => [count, text])
    expect(await seen('ivan')).toContainEqual([2, 'Between us'])
    for (const outsider of ['alice', 'eve', null]) {
      expect(await seen(outsider)).toEqual([
        [0, 'Description'],
        [1, 'First'],
        [3, 'Last'],
      ])
    }
  })

  it('answers for a private comment, and for one of a hidden bug, as for an absent one [COM-25] [GEN-28]', async () => {
    const world = await open()
    const [seen, hidden] = [await discuss(world), await discuss(world, { groups: ['secret'] })]
    for (const value of [seen.ids[2], hidden.ids[0], 999]) {
      await expect(world.as('eve').comments.get({ comment_ids: [seen.ids[0], value] })).rejects.toMatchObject({
        code: 'comment_id_invalid',
        number: 111,
        data: { field: 'comment_ids', value },
      })
    }
    for (const value of [hidden.bug, 999]) {
      await expect(world.as('eve').comments.get({ ids: [seen.bug, value] })).rejects.toMatchObject({
        code: 'bug_id_does_not_exist',
        number: 101,
        data: { field: 'ids', value },
      })
    }
    expect((await world.as('ivan').comments.get({ ids: [hidden.bug] })).bugs[hidden.bug]?.comments).toHaveLength(4)
  })

  it('refuses to be asked without bugs and comments [ERR-02]', async () => {
    const world = await open()
    await expect(world.as('alice').comments.get()).rejects.toMatchObject({
      code: 'params_required',
      number: 50,
      data: { fields: ['ids', 'comment_ids'] },
    })
  })

  it('answers logged-out callers, unless the installation wants a login [GEN-29]', async () => {
    const world = await open()
    const { bug } = await discuss(world)
    expect((await world.as(null).comments.get({ ids: [bug] })).bugs[bug]?.comments).toHaveLength(3)
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    await expect(world.as(null).comments.get({ ids: [bug] })).rejects.toMatchObject({ number: 410 })
  })
})

onAnyStore('comments.get, texts and tags', (open) => {
  /** Stores a comment as other operations make them. */
  async function addComment(world: World, bug_id: number, row: Partial<NewRow<'comments'>>): Promise<number> {
    return inStore(world.store, async (tx) => {
      const count = await tx.count('comments', { col: 'bug_id', eq: bug_id })
      const [creator] = await tx.select({ from: 'users', where: { col: 'login', eq: 'ivan@example.com' } })
      const [id = 0] = await tx.insert('comments', [
        {
          bug_id,
          creator_id: creator?.id ?? 0,
          count,
          text: '',
          text_folded: '',
          creation_time: world.clock.now(),
          is_private: false,
          is_markdown: false,
          work_time: 0,
          type: 'normal',
          ...row,
        },
      ])
      return id
    })
  }

  async function addAttachment(world: World, bug_id: number, is_private: boolean): Promise<number> {
    return inStore(world.store, async (tx) => {
      const [creator] = await tx.select({ from: 'users', where: { col: 'login', eq: 'ivan@example.com' } })
      const [id = 0] = await tx.insert('attachments', [
        {
          bug_id,
          creator_id: creator?.id ?? 0,
          creation_time: world.clock.now(),
          last_change_time: world.clock.now(),
          file_name: 'fix.patch',
          file_name_folded: 'fix.patch',
          summary: 'Canary',
          summary_folded: 'canary',
          content_type: 'text/plain',
          is_patch: true,
          is_obsolete: false,
          is_private,
          size: 3,
        },
      ])
      return id
    })
  }

  it('name the attachment and its summary to those who may see it [COM-21] [GEN-28]', async () => {
    const world = await open()
    const bug = await addBug(world)
    const [shown, hidden] = [await addAttachment(world, bug, false), await addAttachment(world, bug, true)]
    for (const attachment_id of [shown, hidden])
      await addComment(world, bug, { type: 'attachment_created', attachment_id, text: 'Try this' })
    const seen = async (who: string) =>
      (await world.as(who).comments.get({ ids: [bug] })).bugs[bug]?.comments.map((one) => [one.attachment_id, one.text])
    expect(await seen('ivan')).toEqual([
      [shown, `Created attachment ${shown}\nCanary\n\nTry this`],
      [hidden, `Created attachment ${hidden}\nCanary\n\nTry this`],
    ])
    expect(await seen('alice')).toEqual([
      [shown, `Created attachment ${shown}\nCanary\n\nTry this`],
      [null, 'Created an attachment\n\nTry this'],
    ])
  })

  it('name the bug of a duplicate to those who may see it [GEN-28]', async () => {
    const world = await open()
    const [bug, hidden] = [await addBug(world), await addBug(world, { groups: ['secret'] })]
    await addComment(world, bug, { type: 'duplicate_of', related_bug_id: hidden })
    const seen = async (who: string) => texts((await world.as(who).comments.get({ ids: [bug] })).bugs[bug]?.comments)
    expect(await seen('ivan')).toEqual([`*** This bug has been marked as a duplicate of bug ${hidden} ***`])
    expect(await seen('eve')).toEqual(['*** This bug has been marked as a duplicate of another bug ***'])
  })

  it('list the tags of comments by name, while tags are in use [COM-26]', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world)
    await inStore(world.store, (tx) =>
      tx.insert(
        'comment_tags',
        ['spam', 'Obsolete'].map((tag) => ({ comment_id: ids[1], tag, tag_folded: tag.toLowerCase() })),
      ),
    )
    const tags = async () =>
      (await world.as('alice').comments.get({ ids: [bug] })).bugs[bug]?.comments.map((one) => one.tags)
    expect(await tags()).toEqual([[], ['Obsolete', 'spam'], []])
    await inStore(world.store, (tx) => setParameter(tx, 'comment_taggers_group', ''))
    expect(await tags()).toEqual([[], [], []])
  })
})

onAnyStore('comments.get with field names', (open) => {
  it('answers the named fields only [GEN-12] [GEN-13] [GEN-14]', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world)
    const answer = await world.as('alice').comments.get({
      ids: [bug],
      comment_ids: [ids[0]],
      include_fields: ['count', 'text', 'Creator', 'nonsense'] as CommentField[],
    })
    expect(answer.bugs[bug]?.comments[1]).toEqual({ count: 1, text: 'First' })
    expect(answer.comments[ids[0]]).toEqual({ count: 0, text: 'Description' })
  })

  it('leaves out what is excluded [GEN-15] [GEN-16] [GEN-17] [GEN-18]', async () => {
    const world = await open()
    const { ids } = await discuss(world)
    const cut = async (include_fields?: string[], exclude_fields?: string[]) => {
      const filter = { ...(include_fields && { include_fields }), ...(exclude_fields && { exclude_fields }) }
      const cutting = filter as { include_fields?: CommentField[]; exclude_fields?: CommentField[] }
      return (await world.as('alice').comments.get({ comment_ids: [ids[0]], ...cutting })).comments[ids[0]]
    }
    const whole = await cut()
    const { text: _text, tags: _tags, ...rest } = whole ?? {}
    expect(Object.keys(whole ?? {})).toHaveLength(12)
    expect(await cut(undefined, ['text', 'tags', 'Count', 'nonsense'])).toEqual(rest)
    expect(await cut(['id', 'text'], ['text'])).toEqual({ id: ids[0] })
  })

  it('answers at most 32 MB, of which private comments take nothing for those who may not see them', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world)
    const text = 'x'.repeat(10 * 1024 * 1024)
    await inStore(world.store, (tx) => tx.update('comments', { col: 'bug_id', eq: bug }, { text }))
    const [ivan, alice] = [world.as('ivan').comments, world.as('alice').comments]
    const tooLarge = (field: string) => ({ code: 'answer_too_large', number: 1466, data: { field } })
    await expect(ivan.get({ ids: [bug] })).rejects.toMatchObject(tooLarge('ids'))
    await expect(ivan.get({ comment_ids: ids })).rejects.toMatchObject(tooLarge('comment_ids'))
    expect((await ivan.get({ ids: [bug], exclude_fields: ['text'] })).bugs[bug]?.comments).toHaveLength(4)
    expect(Object.keys((await ivan.get({ comment_ids: ids.slice(1) })).comments)).toHaveLength(3)
    expect((await alice.get({ ids: [bug] })).bugs[bug]?.comments).toHaveLength(3)
  })

  it('needs as many selects for many comments as for one, and loads nothing that was not asked for', async () => {
    const world = await open()
    const { bug, ids } = await discuss(world)
    const other = await discuss(world)
    const counting = countingStore(world.store)
    const tracker = await createTracker({ store: counting.store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: 'alice@example.com' })
    const queriesOf = async (input: Parameters<typeof alice.comments.get>[0]) => {
      await alice.comments.get(input)
      counting.queries.length = 0
      await alice.comments.get(input)
      return counting.queries
    }
    const opening = ['installation']
    const one = await queriesOf({ ids: [bug] })
    expect([...one]).toEqual([...opening, 'bugs', 'comments', 'comment_tags'])
    expect(await queriesOf({ ids: [bug, other.bug], comment_ids: [ids[0], other.ids[0]] })).toEqual([
      ...opening,
      'bugs',
      'comments',
      'comments',
      'comment_tags',
    ])
    expect(await queriesOf({ ids: [bug], include_fields: ['id', 'text'] })).toEqual([...opening, 'bugs', 'comments'])
  })
})
