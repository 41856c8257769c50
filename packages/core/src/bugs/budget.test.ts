// How many statements filing and changing bugs may take.
import { expect, it } from 'vitest'
import { addCustomField, addFlagType, inStore } from '../../test/bug-rows.js'
import { at, file, minimal } from '../../test/bugs.js'
import { countingStore } from '../../test/counting-store.js'
import { onEveryStore, type World } from '../../test/harness.js'
import type { Operations } from '../face.js'
import { fieldTypes } from '../seed/fields.js'
import { createTracker } from '../tracker.js'

/** The operations of two people, and how many statements they have made since last asked. */
async function count(world: World): Promise<Record<'alice' | 'ivan', Operations> & { statements: () => number }> {
  const { store, queries, writes } = countingStore(world.store)
  const tracker = await createTracker({ store, clock: world.clock.now })
  const [alice, ivan] = [tracker.as({ login: at('alice') }), tracker.as({ login: at('ivan') })]
  // The first call reads the set-up, which later ones remember.
  for (const one of [alice, ivan]) await one.bugs.get({ ids: [] })
  const statements = () => queries.splice(0).length + writes.splice(0).length
  statements()
  return { alice, ivan, statements }
}

onEveryStore('statements', (open) => {
  it('files a plain bug with as few as its rows need', async () => {
    const world = await open()
    const { alice, statements } = await count(world)
    await alice.bugs.create({ ...minimal, component: 'Core', description: 'It does' })
    // Who calls, the bug, its description.
    expect(statements()).toBe(3)
    await alice.bugs.create({ ...minimal, assigned_to: at('bob'), cc: [at('eve'), at('carl')], keywords: ['crash'] })
    expect(statements()).toBe(6)
  })

  it('closes a bug with a comment in a handful', async () => {
    const world = await open()
    const bug = await file(world)
    const { alice, statements } = await count(world)
    const close = { status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'Done' } }
    await alice.bugs.update({ ids: [bug.id], ...close })
    expect(statements()).toBeLessThanOrEqual(10)
  })

  it('changes everything of one bug in at most 40, however much that is', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
      await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y', 'z'])
      for (const name of ['review', 'approval']) await addFlagType(tx, { name })
      // Another type of the same name: who set a flag matters when it could take that one.
      await addFlagType(tx, { name: 'review', sort_key: 2 })
    })
    const others: number[] = []
    for (let i = 0; i < 30; i++) others.push((await file(world, { alias: `other${i}` })).id)
    // A chain of dependencies too long to be followed step by step.
    for (let i = 1; i < 20; i++)
      await world
        .as('alice')
        .bugs.update({ ids: [others[i] as number], depends_on: { add: [others[i - 1] as number] } })
    const bug = await file(world, {
      alias: ['a', 'b'],
      cc: [at('carl')],
      keywords: ['crash'],
      depends_on: others.slice(20, 22),
      see_also: ['https://github.com/o/r/issues/1'],
      flags: [
        { name: 'approval', status: '?' },
        { name: 'approval', status: '?', requestee: at('bob') },
      ],
    })
    const [kept, gone] = bug.flags.map((flag) => flag.id)
    await world.as('alice').bugs.update({ ids: [bug.id], comment: { body: 'First' } })
    const { bugs } = await world.as('alice').comments.get({ ids: [bug.id] })
    const commentId = bugs[bug.id]?.comments[1]?.id ?? 0
    const { ivan, statements } = await count(world)
    await ivan.bugs.update({
      ids: ['a'],
      summary: 'Everything',
      priority: 'High',
      assigned_to: at('bob'),
      qa_contact: at('eve'),
      cc: { add: [at('dora'), at('eve')], remove: [at('carl'), at('ivan')] },
      keywords: { set: ['regression'] },
      alias: { add: ['c', 'd'], remove: ['b'] },
      depends_on: { set: [others[19] as number, 'other23', 'other24'] },
      blocks: { add: ['other25', 'other26'] },
      see_also: {
        add: ['other27', 'other28', 'https://github.com/o/r/issues/2'],
        remove: ['https://github.com/o/r/issues/1'],
      },
      dupe_of: 'other29',
      comment: { body: 'All of it' },
      work_time: 1,
      estimated_time: 5,
      deadline: '2026-07-01',
      product: 'Gadgets',
      component: 'Main',
      version: 'unspecified',
      cf_bug: 'other22',
      cf_many: ['x', 'z'],
      bug_ignored: true,
      comment_is_private: { [commentId]: true },
      flags: [
        { id: kept, status: '+' },
        { id: gone, status: 'X' },
        { name: 'approval', status: '?', requestee: at('alice'), new: true },
        { name: 'approval', status: '?', requestee: at('eve'), new: true },
        { name: 'approval', status: '?', requestee: at('carl'), new: true },
      ],
    })
    expect(statements()).toBeLessThanOrEqual(40)
  })

  it('[BUG-U-25] changes many flags of one bug with as many as few, each keeping its number', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'ask' }))
    const people = ['bob', 'carl', 'eve', 'alice', 'ivan', 'admin']
    const asks = people.map((name) => ({ name: 'ask', status: '?', requestee: at(name) }))
    const bug = await file(world, { flags: asks })
    const { alice, statements } = await count(world)
    const passedOn = bug.flags.map(({ id }, index) => ({ id, status: '?', requestee: at(people[5 - index] ?? '') }))
    await alice.bugs.update({ ids: [bug.id], flags: passedOn })
    expect(statements()).toBeLessThanOrEqual(13)
    const { bugs } = await world.as('alice').bugs.get({ ids: [bug.id] })
    const asked = Object.fromEntries(bugs[0]?.flags.map((flag) => [flag.id, flag.requestee]) ?? [])
    expect(asked).toEqual(Object.fromEntries(passedOn.map(({ id, requestee }) => [id, requestee])))
  })

  it('changes 100 bugs in about as many as one', async () => {
    const world = await open()
    const ids: number[] = []
    for (let i = 0; i < 100; i++) ids.push((await file(world, { whiteboard: `bug ${i}` })).id)
    const { alice, statements } = await count(world)
    const change = {
      status: 'RESOLVED',
      resolution: 'FIXED',
      comment: { body: 'Swept' },
      cc: { add: [at('eve')], remove: [at('ivan')] },
      keywords: { set: ['crash'] },
      assigned_to: at('bob'),
      groups: { add: [] },
    }
    await alice.bugs.update({ ids: ids.slice(0, 1), ...change })
    const one = statements()
    await alice.bugs.update({ ids: ids.slice(1), ...change })
    expect(statements()).toBeLessThanOrEqual(one + 2)
  })
})
