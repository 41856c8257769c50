// Events that listeners receive for operations.
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../test/bug-rows.js'
import { at, file, show, update } from '../../test/bugs.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { groupId, userId } from '../../test/people.js'
import type { EventName, TrackerEvents } from '../kernel/events.js'

const names: readonly EventName[] = [
  ...(['bug.created', 'bug.changed', 'comment.added', 'attachment.added', 'flag.changed'] as const),
  'administration.changed',
]

/** Listens to all events and returns those since the last call. */
function listen({ tracker }: World) {
  const heard: [EventName, TrackerEvents[EventName]][] = []
  for (const name of names) tracker.on(name, (event) => void heard.push([name, event]))
  return () => heard.splice(0)
}

onAnyStore('listeners of a tracker', (open) => {
  it('get an event for each new bug, with its description and its flags', async () => {
    const world = await open()
    const typeId = await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const heard = listen(world)
    const bug = await file(world, { flags: [{ name: 'review', status: '?', requestee: at('bob') }] })
    const [alice, bob] = [await userId(world, 'alice'), await userId(world, 'bob')]
    const { bugs } = await world.as('alice').comments.get({ ids: [bug.id] })
    const all = { bug_id: bug.id, user_id: alice, at: world.clock.now() }
    expect(heard()).toEqual([
      ['comment.added', { ...all, comment_id: bugs[bug.id]?.comments[0]?.id, is_private: false }],
      ['bug.created', all],
      [
        'flag.changed',
        {
          ...all,
          attachment_id: null,
          type_id: typeId,
          name: 'review',
          before: null,
          after: { status: '?', setter_id: alice, requestee_id: bob },
        },
      ],
    ])
  })

  it('get the changes that history shows, of every bug that changes', async () => {
    const world = await open()
    const [bug, other] = [await file(world), await file(world)]
    const heard = listen(world)
    world.clock.advance(60)
    await update(world, bug.id, { priority: 'High', cc: { add: [at('eve')] }, blocks: { add: [other.id] } }, 'bob')
    const all = { user_id: await userId(world, 'bob'), at: world.clock.now() }
    expect(heard()).toEqual([
      [
        'bug.changed',
        {
          ...all,
          bug_id: bug.id,
          changes: [
            { field_name: 'blocks', removed: '', added: String(other.id) },
            { field_name: 'cc', removed: '', added: at('eve') },
            { field_name: 'priority', removed: '---', added: 'High' },
          ],
        },
      ],
      [
        'bug.changed',
        { ...all, bug_id: other.id, changes: [{ field_name: 'depends_on', removed: '', added: String(bug.id) }] },
      ],
    ])
  })

  it('get comments and their privacy, attachments and what changes on them', async () => {
    const world = await open()
    const bug = await file(world)
    const ivan = await userId(world, 'ivan')
    const heard = listen(world)
    world.clock.advance(1)
    const { id: comment_id } = await world.as('ivan').comments.create({ id: bug.id, comment: 'x', is_private: true })
    const all = () => ({ bug_id: bug.id, user_id: ivan, at: world.clock.now() })
    expect(heard()).toEqual([['comment.added', { ...all(), comment_id, is_private: true }]])
    world.clock.advance(1)
    await update(world, bug.id, { comment_is_private: { [comment_id]: false } }, 'ivan')
    const opened = { field_name: 'longdescs.isprivate', removed: '1', added: '0', comment_id }
    expect(heard()).toEqual([['bug.changed', { ...all(), changes: [opened] }]])
    const about = { file_name: 'a.txt', summary: 'A file', content_type: 'text/plain', is_private: true }
    world.clock.advance(1)
    const { ids } = await world
      .as('ivan')
      .attachments.create({ ids: [bug.id], data: new TextEncoder().encode('four'), ...about })
    const [attachment_id] = ids
    const [added, said, ...others] = heard()
    expect(added).toEqual(['attachment.added', { ...all(), attachment_id, ...about, is_patch: false, size: 4 }])
    expect([said, others]).toMatchObject([['comment.added', { is_private: true }], []])
    world.clock.advance(1)
    await world.as('ivan').attachments.update({ ids, is_obsolete: true })
    const obsolete = { field_name: 'attachments.isobsolete', removed: '0', added: '1', attachment_id }
    expect(heard()).toEqual([['bug.changed', { ...all(), changes: [obsolete] }]])
  })

  it('get flags that are requested, passed on, answered and cleared', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const bug = await file(world, { flags: [{ name: 'review', status: '?', requestee: at('bob') }] })
    const id = (await show(world, bug.id)).flags[0]?.id
    const [alice, bob, carl] = [await userId(world, 'alice'), await userId(world, 'bob'), await userId(world, 'carl')]
    const heard = listen(world)
    const moves = async (change: object, name: string) => {
      await update(world, bug.id, { flags: [{ id, ...change }] }, name)
      return heard().flatMap(([event, data]) =>
        event === 'flag.changed' && 'after' in data ? [[data.user_id, data.before, data.after]] : [],
      )
    }
    const asked = { status: '?', setter_id: alice, requestee_id: bob }
    const passed = { ...asked, requestee_id: carl }
    const granted = { status: '+', setter_id: carl, requestee_id: null }
    expect(await moves({ status: '?', requestee: at('carl') }, 'bob')).toEqual([[bob, asked, passed]])
    expect(await moves({ status: '+' }, 'carl')).toEqual([[carl, passed, granted]])
    expect(await moves({ status: 'X' }, 'alice')).toEqual([[alice, granted, null]])
  })

  it('get configuration changes with their author, and without one for the embedding program', async () => {
    const world = await open()
    const heard = listen(world)
    await world.as('admin').groups.update({ names: ['secret'], description: 'First' })
    await world.tracker.asSystem().groups.update({ names: ['secret'], description: 'Second' })
    const all = { class: 'Group', object_id: await groupId(world, 'secret'), at: world.clock.now() }
    expect(heard()).toEqual([
      [
        'administration.changed',
        {
          ...all,
          user_id: await userId(world, 'admin'),
          changes: [{ field: 'description', removed: 'The secret group', added: 'First' }],
        },
      ],
      [
        'administration.changed',
        { ...all, user_id: null, changes: [{ field: 'description', removed: 'First', added: 'Second' }] },
      ],
    ])
  })

  it('are called after the commit, and never for what failed or changed nothing', async () => {
    const world = await open()
    const bug = await file(world)
    const heard = listen(world)
    const reading: Promise<unknown>[] = []
    world.tracker.on('bug.changed', ({ bug_id }) => void reading.push(show(world, bug_id)))
    await update(world, bug.id, { priority: 'High' })
    expect(await Promise.all(reading)).toMatchObject([{ priority: 'High' }])
    heard()
    await expect(update(world, bug.id, { priority: 'Low', status: 'nonsense' })).rejects.toMatchObject({ number: 51 })
    await update(world, bug.id, { priority: 'High' })
    expect(heard()).toEqual([])
  })

  it('that throw or reject affect neither the operation nor other listeners', async () => {
    const world = await open()
    world.tracker.on('bug.created', () => {
      throw new Error('thrown')
    })
    world.tracker.on('bug.created', async () => Promise.reject(new Error('rejected')))
    const heard = listen(world)
    const bug = await file(world)
    expect(heard().map(([name]) => name)).toEqual(['comment.added', 'bug.created'])
    expect(await show(world, bug.id)).toMatchObject({ id: bug.id })
  })
})
