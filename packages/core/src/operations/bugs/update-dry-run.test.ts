import { expect, it } from 'vitest'
import { addBugs, addCustomField, addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { schema, type EntityName } from '../../schema/index.js'
import { fieldTypes } from '../../setup/field-types.js'
import { createTracker } from '../../tracker/tracker.js'

/** Every row of the store. */
async function everything(world: World) {
  const rows: Record<string, unknown> = {}
  for (const entity of Object.keys(schema) as EntityName[]) rows[entity] = await rowsOf(world, entity)
  return rows
}

/** Four bugs: two that depend on each other, a duplicate and a hidden one, with something in most of their fields. */
async function fill(world: World): Promise<void> {
  await inStore(world.store, async (tx) => {
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addFlagType(tx, { name: 'review' })
    await setParameter(tx, 'noresolveonopenblockers', '1')
  })
  await file(world, { cc: [at('eve')], keywords: ['crash'], flags: [{ name: 'review', status: '?' }] })
  await file(world, { depends_on: [1], estimated_time: 3 }, 'bob')
  await file(world, { alias: 'third' }, 'eve')
  await file(world, { groups: ['secret'] }, 'ivan')
  await world.as('alice').comments.create({ id: 1, comment: 'Indeed' })
}

const resolve = { status: 'RESOLVED', resolution: 'FIXED' }

/** Updates: user, bugs, changes. */
const updates: readonly (readonly [who: string, ids: readonly (number | string)[], input: object])[] = [
  ['alice', [1, 2, 3], { priority: 'High', comment: { body: 'All' }, cc: { add: [at('bob')] } }],
  ['alice', [1, 'third'], { ...resolve, work_time: 2, keywords: { set: ['regression'] } }],
  ['alice', [1, 2], resolve],
  ['alice', [2], resolve],
  ['alice', [1, 4], { whiteboard: 'x' }],
  ['alice', [1, 99, 'none'], { whiteboard: 'x' }],
  ['ivan', [1, 4], { whiteboard: 'x', groups: { add: ['secret'] }, comment: { body: 'No', is_private: true } }],
  ['eve', [1, 3], { priority: 'High' }],
  ['eve', [1, 2, 3], { cc: { add: [at('carl')] } }],
  ['carl', [1, 3], { status: 'IN_PROGRESS' }],
  ['alice', [1], { depends_on: { add: [2] } }],
  ['alice', [1], { depends_on: { add: [1] } }],
  ['alice', [1, 3], { blocks: { add: [2] }, depends_on: { add: ['third'] } }],
  ['alice', [1, 3], { see_also: { add: ['2', 'https://github.com/o/r/issues/1'] }, cf_bug: 2 }],
  ['alice', [1, 2], { cf_bug: 1 }],
  ['alice', [3], { dupe_of: 1, alias: { add: ['other'] } }],
  ['alice', [1], { alias: { add: ['third'] } }],
  ['alice', [1, 2, 3], { product: 'Gadgets', component: 'Main', version: 'unspecified', target_milestone: '---' }],
  ['alice', [1, 2], { flags: [{ name: 'review', status: '+' }] }],
  ['alice', [1], { comment_is_private: { 1: true } }],
  ['ivan', [1], { comment_is_private: { 1: true } }],
  ['alice', [1, 2], { status: 'VERIFIED' }],
  ['alice', [1], { summary: 'It glows', bug_ignored: true, reset_assigned_to: true }],
  ['alice', [1, 2], { assigned_to: at('nobody') }],
  ['alice', [1, 2], {}],
]

onAnyStore('bugs.update with dry_run', (open) => {
  it('answers the changes of the update or its errors, changes nothing and emits no events', async () => {
    const world = await open()
    await fill(world)
    const told: unknown[] = []
    world.tracker.on('*', (event) => void told.push(event))
    const before = await everything(world)
    // Each update itself is undone, so all of them find the same.
    for (const [who, ids, input] of updates) {
      const { bugs } = world.as(who)
      const tried = await bugs.update({ ids: [...ids], ...input, dry_run: true }).catch((error: Error) => error)
      const outcome = await world.tracker
        .transaction(async (tx) => {
          const done = await tx.as({ login: at(who) }).bugs.update({ ids: [...ids], ...input })
          throw Object.assign(new Error('undone'), { done })
        })
        .catch((error: Error & { done?: { bugs: { changes: unknown }[] }; code?: string }) => error)
      const summary = { who, ids, input }
      const accepted = tried instanceof Error || tried.faults?.length !== 0 ? undefined : tried.bugs
      expect({ ...summary, changes: accepted?.map((bug) => bug.changes) }).toEqual({
        ...summary,
        changes: outcome.done?.bugs.map((bug) => bug.changes),
      })
      const refused = tried instanceof Error ? [tried] : (tried.faults ?? [])
      const messages = refused.map(({ message }) => message)
      expect(outcome.done !== undefined || messages.includes(outcome.message)).toBe(true)
    }
    expect(await everything(world)).toEqual(before)
    expect(told).toEqual([])
  })

  it('keeps no writer waiting: it writes nothing, unless its answer is kept under an idempotency key', async () => {
    const world = await open()
    const { id } = await file(world)
    let writes = 0
    const write: typeof world.store.write = (work) => (writes++, world.store.write(work))
    const tracker = await createTracker({ store: { ...world.store, write }, testing: { clock: world.clock.now } })
    writes = 0
    const input = { ids: [id], priority: 'High', dry_run: true }
    const alice = { login: at('alice') }
    const answer = await tracker.as(alice).bugs.update(input)
    expect(writes).toBe(0)
    const keyed = tracker.as(alice, { idempotencyKey: 'a-key-of-mine' }).bugs
    expect(await keyed.update(input)).toEqual(answer)
    expect(await keyed.update(input)).toEqual(answer)
    expect(writes).toBe(2)
    await tracker.close()
  })

  it('names the first error of each refused bug, and the changes of the others', async () => {
    const world = await open()
    await fill(world)
    await addBugs(world.store, world.clock.now(), [{ product: 'Vault' }])
    const eve = world.as('eve').bugs
    const { bugs, faults } = await eve.update({ ids: [1, 2, 'third', 4, 99], severity: 'minor', dry_run: true })
    expect(bugs.map(({ id, changes }) => [id, changes])).toEqual([
      [3, { severity: { removed: 'enhancement', added: 'minor' } }],
    ])
    expect(faults).toEqual([
      { id: 4, name: 'bug_id_does_not_exist', code: 101, message: expect.stringContaining("'4'") as string },
      { id: 99, name: 'bug_id_does_not_exist', code: 101, message: expect.stringContaining("'99'") as string },
      { id: 1, name: 'illegal_change', code: 115, message: expect.any(String) as string },
      { id: 2, name: 'illegal_change', code: 115, message: expect.any(String) as string },
    ])
    const [hidden, absent] = faults ?? []
    expect({ ...hidden, id: 0, message: hidden?.message.replace('4', 'N') }).toEqual({
      ...absent,
      id: 0,
      message: absent?.message.replace('99', 'N'),
    })
    await inStore(world.store, (tx) => tx.update('group_controls', { and: [] }, { canedit: true }))
    await inStore(world.store, (tx) => setParameter(tx, 'urlbase', 'http://bugs.example.com/'))
    const denied = await world.as('alice').bugs.update({ ids: [1, 5], priority: 'High', dry_run: true })
    expect(denied.faults?.map(({ id, name }) => [id, name])).toEqual([
      [1, 'product_edit_denied'],
      [5, 'product_edit_denied'],
    ])
  })

  it('blames the bug that is asked for, not the one that a link would lead to', async () => {
    const world = await open()
    await fill(world)
    await addBugs(world.store, world.clock.now(), [{ product: 'Vault' }])
    await inStore(world.store, async (tx) => {
      const [vault] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Vault' } })
      await tx.update('group_controls', { col: 'product_id', eq: vault?.id ?? 0 }, { canedit: true })
      await setParameter(tx, 'strict_isolation', '1')
    })
    const update = { ids: [3], depends_on: { add: [5] } }
    const { faults } = await world.as('alice').bugs.update({ ...update, dry_run: true })
    expect(faults?.map(({ id, name }) => [id, name])).toEqual([[3, 'illegal_change_deps']])
  })

  it('looks at bugs as they are without what the refused ones would have done', async () => {
    const world = await open()
    const [one, two, three] = [await file(world), await file(world), await file(world)]
    const { bugs } = world.as('alice')
    await bugs.update({ ids: [one.id], depends_on: { add: [two.id] } })
    await bugs.update({ ids: [three.id], depends_on: { add: [one.id] } })
    world.clock.advance(10)
    await bugs.update({ ids: [one.id], status: 'RESOLVED', resolution: 'FIXED' })
    // The first cannot get this status, so it still depends on the second. The second would depend on the third, which
    // depends on the first.
    const change = { depends_on: { set: [three.id] }, status: 'IN_PROGRESS' }
    const tried = await bugs.update({ ids: [one.id, two.id], ...change, dry_run: true })
    expect(tried.bugs).toEqual([])
    expect(tried.faults?.map(({ id, name }) => [id, name])).toEqual([
      [one.id, expect.any(String)],
      [two.id, 'dependency_loop_multi'],
    ])
    await expect(bugs.update({ ids: [two.id], ...change })).rejects.toMatchObject({ code: 'dependency_loop_multi' })
  })

  it('takes the privacy of comments on bugs that are refused for what it is', async () => {
    const world = await open()
    const [one, two] = [await file(world), await file(world)]
    const { id: comment } = await world.as('bob').comments.create({ id: two.id, comment: 'Look' })
    const expected_last_change_time = one.last_change_time
    world.clock.advance(10)
    await world.as('bob').bugs.update({ ids: [two.id], priority: 'Low' })
    const change = { ids: [one.id, two.id], expected_last_change_time, comment_is_private: { [comment]: true } }
    const { bugs, faults } = await world.as('ivan').bugs.update({ ...change, dry_run: true })
    expect([bugs.map(({ id }) => id), faults?.map(({ id, name }) => [id, name])]).toEqual([
      [one.id],
      [[two.id, 'conflict']],
    ])
  })

  it('says of a bug that has changed since that it has', async () => {
    const world = await open()
    const [one, two] = [await file(world), await file(world)]
    world.clock.advance(10)
    await world.as('bob').bugs.update({ ids: [two.id], priority: 'Low' })
    const expected_last_change_time = one.last_change_time
    const change = { ids: [one.id, two.id], expected_last_change_time, priority: 'High', dry_run: true }
    const { bugs, faults } = await world.as('alice').bugs.update(change)
    expect([bugs.map(({ id }) => id), faults?.map(({ id, name }) => [id, name])]).toEqual([
      [one.id],
      [[two.id, 'conflict']],
    ])
  })

  it('fails for what is wrong with all bugs alike, and for whom an update would', async () => {
    const world = await open()
    const { id } = await file(world)
    const trial = (who: string | null, input: object) =>
      world.as(who).bugs.update({ ids: [id], ...input, dry_run: true })
    await expect(trial('alice', { deadline: 'soon' })).rejects.toMatchObject({ code: 'illegal_date' })
    await expect(trial('alice', { cf_none: 1 })).rejects.toMatchObject({ code: 'unknown_parameter' })
    await expect(trial(null, { priority: 'High' })).rejects.toMatchObject({ code: 'login_required' })
  })

  it('looks at 100 bugs with no write and as many statements as one, though each is refused', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'noresolveonopenblockers', '1'))
    const now = world.clock.now()
    const [blocker = 0] = await addBugs(world.store, now, [{}])
    const ids = await addBugs(
      world.store,
      now,
      Array.from({ length: 100 }, () => ({ depends_on: [blocker] })),
    )
    const { store, queries, writes } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: at('alice') })
    const trial = async (some: number[]) => {
      const answer = await alice.bugs.update({ ids: some, ...resolve, comment: { body: 'Done' }, dry_run: true })
      return [answer.faults?.length, queries.splice(0).length, writes.splice(0).length]
    }
    await trial(ids.slice(0, 1))
    const [, statements] = await trial(ids.slice(0, 1))
    expect(await trial(ids)).toEqual([100, statements, 0])
    expect(statements).toBeLessThanOrEqual(8)
    await tracker.close()
  })
})
