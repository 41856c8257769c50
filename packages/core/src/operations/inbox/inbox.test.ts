// Lines of the inbox, as users get them.
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'

type Item = Awaited<ReturnType<ReturnType<World['as']>['inbox']['get']>>['items'][number]

/** Fills the inboxes, a minute later. */
async function passMinute(world: World): Promise<void> {
  await world.tracker.deliverMail()
  world.clock.advance(60)
}

async function comment(world: World, id: number, name: string, input: object = {}): Promise<void> {
  await world.as(name).comments.create({ id, comment: 'Hello', ...input })
  await passMinute(world)
}

async function newBug(world: World, input: object = {}, name = 'alice'): Promise<number> {
  const { id } = await file(world, { component: 'Core', assigned_to: at('bob'), ...input }, name)
  await passMinute(world)
  return id
}

async function inbox(world: World, name: string, input: object = {}) {
  const { items, count } = await world.as(name).inbox.get(input)
  return { count, lines: items.map(({ bug, reasons }) => [bug.id, ...reasons]) }
}

const lineOf = async (world: World, name: string, id: number): Promise<Item | undefined> =>
  (await world.as(name).inbox.get()).items.find(({ bug }) => bug.id === id)

onEveryStore('inbox', (open) => {
  it('has a line for a bug with new comments and changes by others, with the reasons', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('carl')] })
    await comment(world, id, 'alice', { comment: '@carl, see @eve' })
    await update(world, id, { priority: 'High' })
    await passMinute(world)
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'assigned']] })
    expect(await inbox(world, 'carl')).toEqual({ count: 1, lines: [[id, 'mentioned', 'role']] })
    expect(await inbox(world, 'eve')).toEqual({ count: 1, lines: [[id, 'mentioned']] })
    expect(await inbox(world, 'alice')).toEqual({ count: 0, lines: [] })
    expect(await lineOf(world, 'bob', id)).toMatchObject({
      bug: { id, summary: 'It blinks', product: 'Widgets', component: 'Core', is_open: true, resolution: '' },
      by: { name: at('alice') },
      ...{ comments: 1, changes: 1, first_comment: 1, is_new: true, is_unread: true, later_until: null },
    })
  })

  it('loses a line when the bug is visited, but keeps what came after the shown state', async () => {
    const world = await open()
    const id = await newBug(world)
    const { seen } = await world.as('bob').bugs.view({ id })
    await comment(world, id, 'alice')
    await world.as('bob').visits.record({ ids: [id], seen })
    expect(await lineOf(world, 'bob', id)).toMatchObject({ comments: 1, is_new: false })
    await world.as('bob').visits.record({ ids: [id] })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    await comment(world, id, 'alice')
    expect(await lineOf(world, 'bob', id)).toMatchObject({ comments: 1, first_comment: 2 })
  })

  it('shows and counts nothing that the reader cannot see when reading', async () => {
    const world = await open()
    const [gone, hidden, open1] = [await newBug(world), await newBug(world), await newBug(world)]
    for (const id of [gone, hidden, open1])
      await update(world, id, { cc: { add: [at('ivan'), at('carl')] }, is_cc_accessible: false })
    await passMinute(world)
    for (const name of ['carl', 'ivan']) await world.as(name).visits.record({ ids: [gone, hidden, open1] })
    await comment(world, gone, 'bob', { comment: '@carl' })
    await comment(world, hidden, 'ivan', { is_private: true, comment: '@carl' })
    await comment(world, open1, 'bob')
    await update(world, gone, { groups: { add: ['secret'] } }, 'ivan')
    await passMinute(world)
    expect(await inbox(world, 'carl')).toEqual({ count: 1, lines: [[open1, 'role']] })
    expect((await inbox(world, 'carl', { state: 'all' })).lines.map(([id]) => id)).not.toContain(gone)
    const { bugs } = await world.as('bob').comments.get({ ids: [open1] })
    const ids = bugs[open1]?.comments.map((one) => one.id) ?? []
    await update(world, open1, { comment_is_private: { [ids.at(-1) ?? 0]: true } }, 'ivan')
    await passMinute(world)
    expect(await inbox(world, 'carl')).toEqual({ count: 0, lines: [] })
    expect((await inbox(world, 'ivan')).count).toBe(2)
  })

  it('is the same when a process is killed between any two of its transactions', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('carl'), at('ivan')] })
    for (const name of ['bob', 'carl', 'ivan']) await world.as(name).visits.record({ ids: [id] })
    await world.as('alice').comments.create({ id, comment: '@carl' })
    const marks = () => inStore(world.store, (tx) => tx.select({ from: 'bug_marks' }))
    await world.tracker.deliverMail()
    const expected = await marks()
    // The marks were written, but not the cursor.
    await inStore(world.store, async (tx) => {
      const [cursor] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: 'inbox' } })
      if (cursor) await tx.put('feed_cursors', [{ ...cursor, seq: cursor.seq - 1 }])
    })
    await world.tracker.deliverMail()
    expect(await marks()).toEqual(expected)
    expect(await inbox(world, 'carl')).toEqual({ count: 1, lines: [[id, 'mentioned', 'role']] })
  })
})

onAnyStore('inbox.update', (open) => {
  it('marks lines as done, and as unread again', async () => {
    const world = await open()
    const id = await newBug(world)
    expect(await world.as('bob').inbox.update({ bugs: [id], state: 'done' })).toEqual({ changed: 1 })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    expect((await inbox(world, 'bob', { state: 'done' })).lines).toEqual([[id, 'assigned']])
    await world.as('bob').inbox.update({ bugs: [id], state: 'unread' })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'assigned']] })
    expect(await world.as('eve').inbox.update({ bugs: [id], state: 'unread' })).toEqual({ changed: 0 })
  })

  it('puts lines off until a time, or until the user is mentioned', async () => {
    const world = await open()
    const [a, b] = [await newBug(world), await newBug(world)]
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.as('bob').inbox.update({ bugs: [a, b], state: 'later', until })
    await comment(world, a, 'alice')
    expect((await inbox(world, 'bob')).count).toBe(0)
    expect((await inbox(world, 'bob', { state: 'later' })).lines).toHaveLength(2)
    await comment(world, b, 'alice', { comment: '@bob' })
    expect((await inbox(world, 'bob')).lines).toEqual([[b, 'mentioned', 'assigned']])
    world.clock.advance(86_400)
    await world.as('bob').inbox.update({ all_until: new Date(until.getTime() - 1000), state: 'done' })
    expect((await inbox(world, 'bob')).lines).toEqual([[a, 'assigned']])
    expect(await lineOf(world, 'bob', a)).toMatchObject({ comments: 1, later_until: until })
  })

  it('marks everything as done by one row', async () => {
    const world = await open()
    for (let bug = 0; bug < 3; bug++) await newBug(world)
    const before = await inStore(world.store, (tx) => tx.select({ from: 'bug_marks' }))
    await world.as('bob').inbox.update({ all_until: world.clock.now(), state: 'done' })
    expect(await inStore(world.store, (tx) => tx.select({ from: 'bug_marks' }))).toEqual(before)
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    world.clock.advance(60)
    const id = await newBug(world)
    expect((await inbox(world, 'bob')).lines).toEqual([[id, 'assigned']])
    expect((await inbox(world, 'bob', { state: 'done' })).lines).toHaveLength(3)
  })

  it('refuses times and combinations without effect, and hidden bugs as absent', async () => {
    const world = await open()
    const id = await newBug(
      world,
      { product: 'Vault', component: 'Safe', version: '1', assigned_to: at('ivan') },
      'ivan',
    )
    const now = world.clock.now()
    for (const [input, code, field] of [
      [{ state: 'done' }, 'params_required', undefined],
      [{ bugs: [1], all_until: now, state: 'done' }, 'param_invalid', 'all_until'],
      [{ all_until: now, state: 'unread' }, 'param_invalid', 'state'],
      [{ all_until: new Date(now.getTime() + 1), state: 'done' }, 'param_invalid', 'all_until'],
      [{ bugs: [id], state: 'later' }, 'param_invalid', 'until'],
      [{ bugs: [id], state: 'later', until: now }, 'param_invalid', 'until'],
      [{ bugs: [id], state: 'later', until: new Date(now.getTime() + 367 * 86_400_000) }, 'param_invalid', 'until'],
      [{ bugs: [id], state: 'done', until: now }, 'param_invalid', 'until'],
      [{ bugs: [id], state: 'done' }, 'bug_id_does_not_exist', 'bugs'],
      [{ bugs: [id + 1], state: 'done' }, 'bug_id_does_not_exist', 'bugs'],
    ] as const) {
      const failure = world.as('eve').inbox.update(input)
      await expect(failure).rejects.toMatchObject({ code, data: field ? { field } : {} })
    }
  })
})

onAnyStore('inbox.get', (open) => {
  it('keeps a line while a flag waits for the user, whatever was seen', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const id = await newBug(world, { assigned_to: at('alice') })
    await update(world, id, { flags: [{ name: 'review', status: '?', requestee: at('bob') }] })
    await passMinute(world)
    await world.as('bob').visits.record({ ids: [id] })
    await world.as('bob').inbox.update({ bugs: [id], state: 'done' })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'asked']] })
    expect(await lineOf(world, 'bob', id)).toMatchObject({ by: { name: at('alice') }, comments: 0, changes: 0 })
    await update(world, id, { flags: [{ name: 'review', status: '+' }] }, 'bob')
    await passMinute(world)
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    expect((await inbox(world, 'alice')).lines).toEqual([[id, 'assigned', 'role']])
  })

  it('returns pages without a gap, and fails for an invalid cursor or limit', async () => {
    const world = await open()
    const ids: number[] = []
    for (let bug = 0; bug < 5; bug++) ids.push(await newBug(world))
    const found: number[] = []
    let cursor: string | null = null
    do {
      const page = await world.as('bob').inbox.get({ limit: 2, ...(cursor !== null && { cursor }) })
      found.push(...page.items.map(({ bug }) => bug.id))
      expect(page.count).toBe(5)
      cursor = page.next
    } while (cursor !== null)
    expect(found).toEqual(ids.toReversed())
    for (const input of [{ cursor: 'x' }, { cursor: '99999999999999999.1' }, { limit: 101 }, { limit: -1 }])
      await expect(world.as('bob').inbox.get(input)).rejects.toMatchObject({ data: {} })
    await expect(world.as(null).inbox.get()).rejects.toMatchObject({ code: 'login_required' })
    await expect(world.as('eve').inbox.get({ product: 'Vault' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
  })

  it('filters by reason and product', async () => {
    const world = await open()
    const id = await newBug(world)
    await comment(world, await newBug(world), 'alice', { comment: '@bob' })
    expect((await inbox(world, 'bob', { reason: 'mentioned' })).lines).toHaveLength(1)
    expect(await inbox(world, 'bob', { product: 'Gadgets' })).toEqual({ count: 2, lines: [] })
    expect((await inbox(world, 'bob', { product: 'Widgets' })).lines.map(([bug]) => bug)).toContain(id)
  })

  it('shows nothing older than 14 days to users who never marked everything as done', async () => {
    const world = await open()
    await newBug(world)
    world.clock.advance(15 * 86_400)
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
  })
})
