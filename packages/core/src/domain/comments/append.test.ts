import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { loadCatalogue } from '../../setup/catalogue.js'
import { callerOf, type Call } from '../../call/context.js'
import type { Writer } from '../../schema/index.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { unlimitedTime } from '../../call/time-budget.js'
import { insertComments, planComments, type CommentColumns, type CommentDraft } from './append.js'

/** A call by alice, outside any operation. */
async function callOf(tx: Writer, world: World, emitted: unknown[] = []): Promise<Call> {
  const [installation] = await tx.select({ from: 'installation' })
  const [user] = await tx.select({ from: 'users', where: { col: 'login', eq: 'alice@example.com' } })
  if (!installation || !user) throw new Error('the world is not set up')
  const catalogue = await loadCatalogue(tx, installation)
  return {
    who: callerOf(catalogue, user, []),
    now: world.clock.now(),
    catalogue,
    environment: defaultEnvironment,
    people: new Map(),
    asOf: {},
    lastChange: '',
    timeBudget: unlimitedTime,
    address: undefined,
    logins: { providers: new Map(), passwords: undefined },
    emit: (...event) => void emitted.push(event),
    recordChange: () => undefined,
    wakeWebhooks: () => undefined,
    mail: { isKept: true, record: () => undefined, findOut: () => undefined, wakeDispatcher: () => undefined },
  }
}

type Plan = Omit<CommentDraft, 'bug'> & { bug: number }

/** Appends to bugs by id, and writes what comes back to them. */
async function append(world: World, plans: readonly Plan[], emitted: unknown[] = []) {
  return inStore(world.store, async (tx) => {
    const bugs = await tx.select({ from: 'bugs' })
    const bugOf = (id: number) => bugs.find((bug) => bug.id === id) as CommentDraft['bug']
    const drafts = plans.map((plan) => ({ ...plan, bug: bugOf(plan.bug) }))
    const call = await callOf(tx, world, emitted)
    const plan = planComments(call, drafts)
    const ids = await insertComments(tx, call, plan)
    for (const [id, columns] of plan.columns) await tx.update('bugs', { col: 'id', eq: id }, columns)
    return { ids, columns: plan.columns }
  })
}

onAnyStore('comments that are appended', (open) => {
  it('are numbered in each bug, and summed up for it', async () => {
    const world = await open()
    const [a = 0, b = 0] = await addBugs(world.store, world.clock.now(), [{ columns: { remaining_time: 3 } }, {}])
    await append(world, [{ bug: a, text: 'Description' }])
    const { ids, columns } = await append(world, [
      { bug: a, text: 'One', work_time: 0.5 },
      { bug: b, text: 'Description', is_private: true },
      { bug: a, text: 'Two', is_private: true, work_time: 0.5 },
    ])
    const expected: [number, CommentColumns][] = [
      [a, { comment_count: 3, public_comment_count: 2, actual_time: 1, percentage_complete: 25 }],
      [b, { comment_count: 1, public_comment_count: 0, actual_time: 0, percentage_complete: 0 }],
    ]
    expect([...columns]).toEqual(expected)
    const { comments } = await world.as('ivan').comments.get({ comment_ids: ids })
    expect(ids.map((id) => comments[id]).map((one) => [one?.bug_id, one?.count, one?.text])).toEqual([
      [a, 1, 'One'],
      [b, 0, 'Description'],
      [a, 2, 'Two'],
    ])
  })

  it('are announced to listeners, each by an event', async () => {
    const world = await open()
    const [bug = 0] = await addBugs(world.store, world.clock.now(), [{}])
    const emitted: unknown[] = []
    const { ids } = await append(
      world,
      [
        { bug, text: 'a' },
        { bug, text: 'b', is_private: true },
      ],
      emitted,
    )
    expect(emitted).toMatchObject([
      ['comment.added', { bug_id: bug, comment_id: ids[0], is_private: false }],
      ['comment.added', { bug_id: bug, comment_id: ids[1], is_private: true }],
    ])
  })

  it('have a folded twin for searches', async () => {
    const world = await open()
    const [bug = 0] = await addBugs(world.store, world.clock.now(), [{}])
    await append(world, [{ bug, text: 'STRASSE Ünï' }])
    const [row] = await inStore(world.store, (tx) => tx.select({ from: 'comments' }))
    expect(row).toMatchObject({ text: 'STRASSE Ünï', text_folded: 'strasse ünï' })
  })

  it('write nothing when there are none', async () => {
    const world = await open()
    expect(await append(world, [])).toEqual({ ids: [], columns: new Map() })
  })
})
