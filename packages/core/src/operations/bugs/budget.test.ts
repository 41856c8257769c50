// How many statements filing and changing bugs may take.
import { expect, it } from 'vitest'
import { addCustomField, addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, minimal } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import type { Operations } from '@trackerkit/types'
import { fieldTypes } from '../../setup/standard-fields.js'
import { createTracker } from '../../tracker/tracker.js'

/** The operations of two people, and how many statements they have made since last asked. */
async function count(
  world: World,
): Promise<Record<'alice' | 'ivan', Operations> & { statements: () => number; writes: readonly string[] }> {
  const { store, queries, writes } = countingStore(world.store)
  const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
  const [alice, ivan] = [tracker.as({ login: at('alice') }), tracker.as({ login: at('ivan') })]
  // The first call reads the configuration, which later calls have cached.
  for (const one of [alice, ivan]) await one.bugs.get({ ids: [] })
  const statements = () => queries.splice(0).length + writes.splice(0).length
  statements()
  return { alice, ivan, statements, writes }
}

/** A hidden product to move to, whose bugs are in a group, and in which only those may have a part who can work on it. */
async function restrict(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    await setParameter(tx, 'strict_isolation', '1')
    const [secret] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'secret' } })
    const [gadgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Gadgets' } })
    const rights = { entry: true, canedit: true, editcomponents: false, editbugs: false, canconfirm: false }
    const control = { member_control: 'mandatory', other_control: 'mandatory', ...rights }
    await tx.insert('group_controls', [{ product_id: gadgets?.id ?? 0, group_id: secret?.id ?? 0, ...control }])
    const people = await tx.select({
      from: 'users',
      where: { col: 'login', in: ['bob', 'eve', 'dora', 'carl', 'alice'].map(at) },
    })
    await tx.insert(
      'user_groups',
      people.map(({ id }) => ({ user_id: id, group_id: secret?.id ?? 0, kind: 'direct' })),
    )
    await tx.update('installation', { and: [] }, { catalogue_version: 3, identity_version: 3 })
  })
}

/** A bug of which something of every kind is there, and an update that changes all of it. */
async function everything(world: World) {
  await inStore(world.store, async (tx) => {
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y', 'z'])
    for (const name of ['review', 'approval']) await addFlagType(tx, { name })
    // Another type of the same name: who set a flag matters when it could take that one.
    await addFlagType(tx, { name: 'review', sort_key: 2 })
    await addFlagType(tx, { name: 'approval', sort_key: 2, is_active: false })
  })
  const { bugs } = world.as('ivan')
  const others: number[] = []
  // All hidden, so visibility to other users must be looked up.
  for (let i = 0; i < 32; i++)
    others.push((await file(world, { alias: `other${i}`, ...(i > 20 && { groups: ['secret'] }) }, 'ivan')).id)
  const nth = (index: number) => others[index] as number
  // Chains too long to be followed step by step.
  for (let i = 1; i < 20; i++) await bugs.update({ ids: [nth(i)], depends_on: { add: [nth(i - 1)] } })
  for (let i = 1; i < 5; i++) await bugs.update({ ids: [nth(i)], cf_bug: nth(i - 1) })
  for (const [from, to] of [
    [28, 30],
    [30, 31],
    [29, 28],
  ] as const)
    await bugs.update({ ids: [nth(from)], dupe_of: nth(to) })
  const bug = await file(
    world,
    {
      alias: ['a', 'b'],
      cc: [at('carl')],
      keywords: ['crash'],
      depends_on: others.slice(20, 22),
      blocks: [nth(22)],
      see_also: ['https://github.com/o/r/issues/1', 'other21'],
      cf_many: ['y'],
      flags: [
        { type_id: 2, status: '?' },
        { type_id: 2, status: '?', requestee: at('bob') },
      ],
    },
    'ivan',
  )
  const [kept, gone] = bug.flags.map((flag) => flag.id)
  await bugs.update({ ids: [bug.id], comment: { body: 'First' } })
  await bugs.update({ ids: [bug.id], comment: { body: 'Second', is_private: true } })
  const { comments } = (await world.as('ivan').comments.get({ ids: [bug.id] })).bugs[bug.id] ?? {}
  const [first = 0, second = 0] = (comments ?? []).slice(1).map(({ id }) => id)
  const input = {
    ids: ['a'],
    summary: 'Everything',
    priority: 'High',
    assigned_to: at('bob'),
    qa_contact: at('eve'),
    cc: { add: [at('dora'), at('eve')], remove: [at('carl'), at('ivan')] },
    keywords: { set: ['regression'] },
    alias: { add: ['c', 'd'], remove: ['b'] },
    depends_on: { set: [nth(19), 'other23', 'other24'] },
    blocks: { add: ['other25', 'other26'], remove: ['other22'] },
    see_also: {
      add: ['other27', 'https://github.com/o/r/issues/2'],
      remove: ['https://github.com/o/r/issues/1', bug.see_also[1] ?? ''],
    },
    dupe_of: 'other31',
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
    comment_is_private: { [first]: true },
    flags: [
      { id: kept, status: '+' },
      { id: gone, status: 'X' },
      { type_id: 2, status: '?', requestee: at('alice'), new: true },
      { type_id: 2, status: '?', requestee: at('eve'), new: true },
      { type_id: 2, status: '?', requestee: at('carl'), new: true },
    ],
  }
  const worse = {
    dupe_of: 'other29',
    cf_bug: 'other4',
    comment_tags: ['thorough', 'long'],
    comment_is_private: { [first]: true, [second]: false },
  }
  return { input, worse }
}

onAnyStore('the tracker', (open) => {
  it('files a plain bug with as few statements as its rows need', async () => {
    const world = await open()
    const { alice, statements } = await count(world)
    await alice.bugs.create({ ...minimal, component: 'Core', description: 'It does' })
    // The caller, the bug, its description, the entry of the change feed and its number.
    expect(statements()).toBe(5)
    await alice.bugs.create({ ...minimal, assigned_to: at('bob'), cc: [at('eve'), at('carl')], keywords: ['crash'] })
    expect(statements()).toBe(8)
  })

  it('closes a bug with a comment in a handful of statements', async () => {
    const world = await open()
    const bug = await file(world)
    const { alice, statements } = await count(world)
    const close = { status: 'RESOLVED', resolution: 'FIXED', comment: { body: 'Done' } }
    await alice.bugs.update({ ids: [bug.id], ...close })
    expect(statements()).toBeLessThanOrEqual(12)
  })

  it('changes everything of one bug in at most 42 statements, also where it moves to a product that is closed to others', async () => {
    const world = await open()
    await restrict(world)
    const { input } = await everything(world)
    const { ivan, statements } = await count(world)
    const { bugs } = await ivan.bugs.update(input)
    expect(statements()).toBeLessThanOrEqual(42)
    expect(Object.keys(bugs[0]?.changes ?? {})).toEqual(
      expect.arrayContaining(['alias', 'blocks', 'cc', 'dupe_of', 'flagtypes.name', 'groups', 'product', 'see_also']),
    )
  })

  it('follows chains of any length in at most a dozen statements, hidden bugs and tags on top of that', async () => {
    const world = await open()
    await restrict(world)
    const { input, worse } = await everything(world)
    const { ivan, statements } = await count(world)
    await ivan.bugs.update({ ...input, ...worse })
    expect(statements()).toBeLessThanOrEqual(52)
  })

  it('changes many flags of one bug with as many statements as few flags, each keeping its number [BUG-U-25]', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'ask' }))
    const people = ['bob', 'carl', 'eve', 'alice', 'ivan', 'admin']
    const asks = people.map((name) => ({ name: 'ask', status: '?', requestee: at(name) }))
    const bug = await file(world, { flags: asks })
    const { alice, statements } = await count(world)
    const passedOn = bug.flags.map(({ id }, index) => ({ id, status: '?', requestee: at(people[5 - index] ?? '') }))
    await alice.bugs.update({ ids: [bug.id], flags: passedOn })
    expect(statements()).toBeLessThanOrEqual(15)
    const { bugs } = await world.as('alice').bugs.get({ ids: [bug.id] })
    const asked = Object.fromEntries(bugs[0]?.flags.map((flag) => [flag.id, flag.requestee]) ?? [])
    expect(asked).toEqual(Object.fromEntries(passedOn.map(({ id, requestee }) => [id, requestee])))
  })

  it('changes 100 bugs in about as many statements as one', async () => {
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

  it('changes 100 bugs of which each is different in as few statements', async () => {
    const world = await open()
    const ids: number[] = []
    const people = ['bob', 'eve', 'carl', 'ivan', 'dora'].map(at)
    const some = <T>(items: readonly T[], n: number) => items.filter((_, index) => (n >> index) & 1)
    const urls = [1, 2, 3].map((n) => `https://github.com/o/r/issues/${n}`)
    for (let n = 0; n < 100; n++) {
      const given = { cc: some(people, n), keywords: some(['crash', 'regression'], n), see_also: some(urls, n) }
      ids.push((await file(world, { ...given, assigned_to: people[n % 4] })).id)
      for (let said = 0; said < n % 20; said++)
        await world.as('alice').comments.create({ id: ids.at(-1) ?? 0, comment: 'x' })
    }
    const { alice, statements, writes } = await count(world)
    const { bugs } = await alice.bugs.update({
      ids,
      status: 'RESOLVED',
      resolution: 'FIXED',
      comment: { body: 'Swept' },
      cc: { remove: people },
      keywords: { set: [] },
      see_also: { remove: urls },
      assigned_to: at('alice'),
      component: 'Core',
    })
    expect(writes.filter((entity) => entity === 'bugs')).toHaveLength(1)
    expect(statements()).toBeLessThanOrEqual(30)
    expect(bugs).toHaveLength(100)
    const after = await world.as('alice').bugs.get({ ids })
    const empty = { status: 'RESOLVED', cc: [], keywords: [], see_also: [], component: 'Core' }
    for (const [n, bug] of after.bugs.entries()) expect(bug).toMatchObject({ id: ids[n], ...empty })
  })
})
