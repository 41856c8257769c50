import { expect, it } from 'vitest'
import { attach } from '../../../test/attachments.js'
import { addBugs, addCustomField, addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, minimal, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join } from '../../../test/people.js'
import { addSixBugs } from '../../../test/six-bugs/add-six-bugs.js'
import { fieldTypes } from '../../setup/field-types.js'
import type { TrackerError } from '../../kernel/errors.js'
import { createTracker } from '../../tracker/tracker.js'

/** Returns a bug as the separate operations for each part show it. */
async function apart(world: World, who: string | null, id: number) {
  const { bugs, comments, attachments } = world.as(who)
  const [bug] = (await bugs.get({ ids: [id] })).bugs
  return {
    bug,
    comments: (await comments.get({ ids: [id] })).bugs[id]?.comments,
    history: (await bugs.history({ ids: [id] })).bugs[0]?.history,
    attachments: (await attachments.get({ ids: [id], exclude_fields: ['data'] })).bugs[id],
  }
}

/** Returns the result, or the code of the error. */
async function orCode<T extends object>(answer: Promise<T>): Promise<Partial<T> & { code?: string }> {
  return answer.catch(({ code }: TrackerError) => ({ code })) as Promise<Partial<T>>
}

/**
 * A changed value for each kind of field that an update of a bug accepts. Roles come last, because they give more
 * permissions.
 */
const changesOf = (id: number) => ({
  summary: 'It glows',
  alias: { add: [`glow-${id}`] },
  priority: 'High',
  severity: 'minor',
  op_sys: 'Windows',
  platform: 'PC',
  url: 'http://example.com/',
  whiteboard: 'soon',
  keywords: { add: ['crash'] },
  deadline: '2026-07-01',
  estimated_time: 3,
  target_milestone: 'M1',
  version: '2.0',
  component: 'Core',
  cf_note: 'seen',
  cc: { add: [at('bob')] },
  groups: { add: ['secret'] },
  see_also: { add: ['https://github.com/o/r/issues/1'] },
  flags: [{ name: 'review', status: '?' }],
  is_cc_accessible: false,
  qa_contact: at('carl'),
  assigned_to: at('dora'),
})

/** A change to the first of the statuses that are offered, or to any. */
function changeOfStatus([first]: readonly { name: string; is_open: boolean }[]) {
  return { status: first?.name ?? 'IN_PROGRESS', ...(first?.is_open === false && { resolution: 'FIXED' }) }
}

onAnyStore('bugs.view', (open) => {
  it('returns to each caller the same as the operations for bugs, comments, history and attachments [GEN-28]', async () => {
    const world = await open()
    await addSixBugs(world)
    for (const who of ['alice', 'ivan', 'eve', 'carl', null]) {
      for (const id of [1, 2, 3, 4, 5, 6, 99]) {
        const expected = await orCode(apart(world, who, id))
        const view = await orCode(world.as(who).bugs.view({ id }))
        const comment_count = expected.comments?.length
        expect(view).toMatchObject({ ...expected, ...(comment_count && { comment_count }) })
      }
    }
  })

  it('names the bugs that its fields name, as far as the caller may see them', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId }))
    const names = ['waits', 'blocks', 'duplicate', 'link', 'custom', 'hidden', 'unrelated']
    const plans = names.map((summary, index) => ({
      id: index + 1,
      summary,
      ...(index === 5 && { groups: ['secret'] }),
    }))
    await addBugs(world.store, world.clock.now(), plans)
    const dependencies = { depends_on: [1, 6], blocks: [2], see_also: ['4', '6'], cf_bug: 5 }
    const { id } = await file(world, { ...minimal, ...dependencies }, 'ivan')
    await update(world, id, { dupe_of: 3 }, 'ivan')
    const seen = async (who: string) => (await world.as(who).bugs.view({ id })).related.map(({ summary }) => summary)
    expect(await seen('ivan')).toEqual(names.slice(0, 6))
    expect(await seen('eve')).toEqual(names.slice(0, 5))
    const { related } = await world.as(null).bugs.view({ id })
    expect(related[0]).toMatchObject({ id: 1, summary: 'waits', is_open: true, resolution: '' })
  })

  it('names the bugs that the returned comments name, as far as the caller may see them', async () => {
    const world = await open()
    const [one, two, hidden] = [await file(world), await file(world), await file(world)]
    await update(world, two.id, { status: 'RESOLVED', resolution: 'FIXED' })
    await update(world, hidden.id, { groups: { add: ['secret'] } }, 'ivan')
    const { id } = await file(world, { description: `See bug ${one.id} and bug ${hidden.id}` })
    await world.as('ivan').comments.create({ id, comment: `bug ${two.id}, but not bug ${id} and bug 99999` })
    await world.as('ivan').comments.create({ id, comment: 'That is all' })
    const seen = async (who: string | null, comments?: number) =>
      (await world.as(who).bugs.view({ id, ...(comments !== undefined && { comments }) })).related
    expect(await seen('ivan')).toMatchObject([{ id: one.id }, { id: two.id }, { id: hidden.id }])
    expect(await seen(null)).toMatchObject([
      { id: one.id, is_open: true },
      { id: two.id, status: 'RESOLVED', resolution: 'FIXED', is_open: false },
    ])
    expect(await seen('eve', 1)).toMatchObject([{ id: one.id }])
  })

  it('returns whether the caller follows or muted the bug, and until when they have seen it', async () => {
    const world = await open()
    const { id } = await file(world)
    const view = async (who: string | null) => {
      const { following, seen_until, is_seen, seen } = await world.as(who).bugs.view({ id })
      return { following, seen_until, is_seen, seen }
    }
    expect(await view('bob')).toMatchObject({ following: null, seen_until: null, is_seen: false })
    await world.as('bob').follows.update({ add: [{ bug: id }] })
    const { seen } = await view('bob')
    await world.as('bob').visits.record({ ids: [id], seen })
    expect(await view('bob')).toMatchObject({ following: true, seen_until: new Date(Number(seen)), is_seen: true })
    await world.as('bob').inbox.update({ bugs: [id], state: 'unread' })
    expect(await view('bob')).toMatchObject({ is_seen: false })
    await world.as('bob').visits.record({ ids: [id] })
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await world.as('bob').inbox.update({ bugs: [id], seen: [seen], state: 'later', until })
    world.clock.advance(3600)
    expect(await view('bob')).toMatchObject({ is_seen: false })
    expect(await view(null)).toMatchObject({ is_seen: false })
    await world.as('bob').follows.update({ mute: [{ bug: id }] })
    expect(await view('bob')).toMatchObject({ following: false })
    expect(await view('eve')).toMatchObject({ following: null, seen_until: null })
    expect(await view(null)).toMatchObject({ following: null, seen_until: null })
  })

  it('returns the description and the requested number of last comments, oldest first', async () => {
    const world = await open()
    const { id } = await file(world, { description: 'zero' })
    for (const [index, comment] of ['one', 'two', 'three', 'four'].entries())
      await world.as('ivan').comments.create({ id, comment, is_private: index === 2 })
    const seen = async (who: string, comments: number) => {
      const view = await world.as(who).bugs.view({ id, comments })
      return [view.comment_count, ...view.comments.map((comment) => comment.text)]
    }
    expect(await seen('ivan', 2)).toEqual([5, 'zero', 'three', 'four'])
    expect(await seen('alice', 2)).toEqual([4, 'zero', 'two', 'four'])
    expect(await seen('alice', 0)).toEqual([4, 'zero'])
    expect(await seen('alice', 4)).toEqual([4, 'zero', 'one', 'two', 'four'])
    expect(await seen('alice', 1000)).toEqual([4, 'zero', 'one', 'two', 'four'])
  })

  it('returns the requested number of comments up to a given one, and the description', async () => {
    const world = await open()
    const { id } = await file(world, { description: 'zero' })
    for (const [index, comment] of ['one', 'two', 'three', 'four'].entries())
      await world.as('ivan').comments.create({ id, comment, is_private: index === 2 })
    const seen = async (who: string, comments_until: number, comments?: number) => {
      const view = await world.as(who).bugs.view({ id, comments_until, ...(comments !== undefined && { comments }) })
      return [view.comment_count, ...view.comments.map((comment) => comment.text)]
    }
    expect(await seen('ivan', 3, 2)).toEqual([5, 'zero', 'two', 'three'])
    expect(await seen('alice', 3, 1)).toEqual([4, 'zero', 'two'])
    expect(await seen('alice', 2)).toEqual([4, 'zero', 'one', 'two'])
    expect(await seen('alice', 0, 5)).toEqual([4, 'zero'])
    expect(await seen('alice', 99, 5)).toEqual([4, 'zero', 'one', 'two', 'four'])
  })

  it('says which fields an update by the caller may change, and no others', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_note', type: fieldTypes.freeText })
      await addFlagType(tx, { name: 'review' })
      await setParameter(tx, 'useqacontact', '1')
    })
    for (const who of ['alice', 'carl', 'eve', 'ivan']) {
      for (const creator of ['alice', 'eve']) {
        const { id } = await file(world, {}, creator)
        const { can } = await world.as(who).bugs.view({ id })
        const changes = Object.entries(changesOf(id))
        const refused: string[] = []
        await update(world, id, changeOfStatus(can.statuses), who).catch(() => refused.push('status'))
        for (const [field, value] of changes)
          await update(world, id, { [field]: value }, who).catch(() => refused.push(field))
        const unlisted = ['status', ...changes.map(([field]) => field)].filter((field) => !can.fields.includes(field))
        expect([who, creator, refused]).toEqual([who, creator, unlisted])
      }
    }
  })

  it('lists the comments whose text the caller may edit, and no others', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '10'))
    const { id } = await file(world, {}, 'alice')
    await world.as('eve').comments.create({ id, comment: 'Early' })
    world.clock.advance(3600)
    await world.as('eve').comments.create({ id, comment: 'Late' })
    for (const who of ['alice', 'eve', 'ivan', null]) {
      const { comments, editable_comments } = await world.as(who).bugs.view({ id })
      const edited: number[] = []
      for (const { id: comment } of comments) {
        const text = `Edited by ${who}`
        await world
          .as(who)
          .comments.update({ id: comment, text })
          .then(
            () => edited.push(comment),
            () => undefined,
          )
      }
      expect([who, editable_comments]).toEqual([who, edited])
    }
  })

  it('says which statuses may follow and whether the workflow wants a comment', async () => {
    const world = await open()
    const { id } = await file(world, { status: 'CONFIRMED' })
    const moves = async (who: string) => (await world.as(who).bugs.view({ id })).can.statuses
    const [from, to] = ['CONFIRMED', 'RESOLVED']
    await world.tracker.asSystem(at('admin')).workflow.update({ add: [{ from, to, comment_required: true }] })
    const resolved = { name: 'RESOLVED', is_open: false, comment_required: true }
    expect(await moves('alice')).toContainEqual(resolved)
    expect(await moves('alice')).not.toContainEqual(expect.objectContaining({ name: 'CONFIRMED' }))
    // Neither hers nor may she confirm.
    expect(await moves('eve')).toEqual([])
  })

  it('lists the flags that the caller may set, with what the caller may do with them', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [group] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'insiders' } })
      await addFlagType(tx, { name: 'free' })
      await addFlagType(tx, { name: 'granted', grant_group_id: group?.id ?? 0, sort_key: 2 })
      await addFlagType(tx, { name: 'closed', grant_group_id: group?.id ?? 0, is_requestable: false, sort_key: 3 })
      await addFlagType(tx, { name: 'ofFiles', target_type: 'attachment', sort_key: 4 })
    })
    const { id } = await file(world)
    const flags = async (who: string | null) => {
      const { can } = await world.as(who).bugs.view({ id })
      return can.flag_types.map(({ name, target_type, request, grant }) => [name, target_type, request, grant])
    }
    expect(await flags('eve')).toEqual([
      ['free', 'bug', true, true],
      ['granted', 'bug', true, false],
      ['ofFiles', 'attachment', true, true],
    ])
    expect(await flags('ivan')).toHaveLength(4)
    expect(await flags(null)).toEqual([])
  })

  it('permits nothing without a login or access to the product, and lets insiders make things private', async () => {
    const world = await open()
    const { id } = await file(world)
    const can = async (who: string | null) => (await world.as(who).bugs.view({ id })).can
    const nothing = { edit: false, comment: false, make_private: false, track_time: false, fields: [], statuses: [] }
    expect(await can(null)).toMatchObject(nothing)
    expect(await can('alice')).toMatchObject({
      edit: true,
      comment: true,
      make_private: false,
      track_time: true,
      skip_mail: true,
    })
    expect(await can('eve')).toMatchObject({
      edit: false,
      comment: true,
      track_time: false,
      skip_mail: false,
      fields: ['cc'],
    })
    expect(await can('ivan')).toMatchObject({ make_private: true })
    await inStore(world.store, async (tx) => {
      await tx.update('group_controls', { and: [] }, { canedit: true })
      await setParameter(tx, 'comment_taggers_group', 'editbugs')
    })
    expect(await can('alice')).toMatchObject({ ...nothing, tag_comments: true })
    await expect(update(world, id, { priority: 'High' })).rejects.toMatchObject({ code: 'product_edit_denied' })
    expect(await can('ivan')).toMatchObject({ comment: true })
    await join(world, 'alice', 'secret')
    expect(await can('alice')).toMatchObject({ comment: true })
  })

  it('returns the names of all people in it to users, and none to others', async () => {
    const world = await open()
    const { id } = await file(world, { cc: [at('dora')] }, 'alice')
    await world.as('carl').comments.create({ id, comment: 'Same here' })
    await join(world, 'admin', 'insiders')
    await world.as('admin').comments.create({ id, comment: 'Between us', is_private: true })
    await world.as('alice').bugs.update({ ids: [id], summary: 'It glows' })
    const peopleFor = async (who: string | null) => (await world.as(who).bugs.view({ id })).people
    const { bug, comments, history } = await world.as('eve').bugs.view({ id })
    const named = [bug.creator, bug.assigned_to, bug.qa_contact, ...bug.cc, ...comments.map(({ creator }) => creator)]
    const all = [...new Set([...named, ...history.map(({ who }) => who)])].filter((login) => login !== '')
    const people = await peopleFor('eve')
    expect(people.map(({ name }) => name).toSorted()).toEqual(all.toSorted())
    const { users } = await world.as('eve').users.get({ names: all, include_fields: ['id', 'name', 'real_name'] })
    expect(people).toEqual(users.toSorted((a, b) => a.id - b.id))
    expect(all).not.toContain(at('admin'))
    expect((await peopleFor('admin')).map(({ name }) => name)).toContain(at('admin'))
    expect(await peopleFor(null)).toEqual([])
  })

  it('lets the assignee and editbugs tick boxes in the comments of others, and the QA contact not', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'useqacontact', '1'))
    const { id } = await file(world, { assigned_to: 'eve@example.com', qa_contact: 'carl@example.com' })
    const canTick = async (who: string | null) => (await world.as(who).bugs.view({ id })).can.tick
    expect(await canTick('alice')).toBe(true)
    expect(await canTick('eve')).toBe(true)
    expect(await canTick('carl')).toBe(false)
    expect(await canTick(null)).toBe(false)
  })

  it('runs as many statements for a large bug as for a typical one, and few for a small one', async () => {
    const world = await open()
    await addSixBugs(world)
    const plain = await file(world)
    for (let i = 0; i < 5; i++) await attach(world, plain.id)
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: at('alice') })
    await alice.bugs.view({ id: 1, comments: 2 })
    queries.length = 0
    await alice.bugs.view({ id: 1, comments: 2 })
    expect(queries.length).toBeLessThanOrEqual(24)
    queries.length = 0
    await alice.bugs.view({ id: plain.id, comments: 50 })
    expect(queries.length).toBeLessThanOrEqual(18)
  })

  it('answers at most 32 MB of comments, of which private ones take nothing for others, and fewer when asked', async () => {
    const world = await open()
    const { id } = await file(world, {}, 'ivan')
    for (const comment of ['1', '2', '3'])
      await world.as('ivan').comments.create({ id, comment, is_private: comment === '3' })
    const text = 'x'.repeat(10 * 1024 * 1024)
    await inStore(world.store, (tx) => tx.update('comments', { col: 'bug_id', eq: id }, { text }))
    const [ivan, alice] = [world.as('ivan').bugs, world.as('alice').bugs]
    const tooLarge = { code: 'answer_too_large', number: 1466, data: { field: 'comments' } }
    await expect(ivan.view({ id })).rejects.toMatchObject(tooLarge)
    await expect(ivan.view({ id, comments: 3, comments_until: 3 })).rejects.toMatchObject(tooLarge)
    await expect(ivan.view({ id, comments: 600, comments_until: 3 })).rejects.toMatchObject(tooLarge)
    expect((await ivan.view({ id, comments: 2 })).comments.map(({ count }) => count)).toEqual([0, 2, 3])
    expect((await ivan.view({ id, comments: 600, comments_until: 2 })).comments.map(({ count }) => count)).toEqual([
      0, 1, 2,
    ])
    expect((await alice.view({ id })).comments).toHaveLength(3)
  })
})
