// Lines of the inbox, as users get them.
import { expect, it } from 'vitest'
import { addFlagType, inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'

type Item = Awaited<ReturnType<ReturnType<World['as']>['inbox']['get']>>['items'][number]

function passMinute(world: World): void {
  world.clock.advance(60)
}

/** `bugs` and `seen` of the unread lines of a user. */
async function shownTo(world: World, name: string, ids: readonly number[]) {
  const { items } = await world.as(name).inbox.get()
  const seen = ids.map((id) => items.find(({ bug }) => bug.id === id)?.seen ?? '0')
  return { bugs: [...ids], seen }
}

async function comment(world: World, id: number, name: string, input: object = {}): Promise<void> {
  await world.as(name).comments.create({ id, comment: 'Hello', ...input })
  passMinute(world)
}

async function newBug(world: World, input: object = {}, name = 'alice'): Promise<number> {
  const { id } = await file(world, { component: 'Core', assigned_to: at('bob'), ...input }, name)
  passMinute(world)
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
    passMinute(world)
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
    passMinute(world)
    for (const name of ['carl', 'ivan']) await world.as(name).visits.record({ ids: [gone, hidden, open1] })
    await comment(world, gone, 'bob', { comment: '@carl' })
    await comment(world, hidden, 'ivan', { is_private: true, comment: '@carl' })
    await comment(world, open1, 'bob')
    await update(world, gone, { groups: { add: ['secret'] } }, 'ivan')
    passMinute(world)
    expect(await inbox(world, 'carl')).toEqual({ count: 1, lines: [[open1, 'role']] })
    expect((await inbox(world, 'carl', { state: 'all' })).lines.map(([id]) => id)).not.toContain(gone)
    const { bugs } = await world.as('bob').comments.get({ ids: [open1] })
    const ids = bugs[open1]?.comments.map((one) => one.id) ?? []
    await update(world, open1, { comment_is_private: { [ids.at(-1) ?? 0]: true } }, 'ivan')
    passMinute(world)
    expect(await inbox(world, 'carl')).toEqual({ count: 0, lines: [] })
    expect((await inbox(world, 'ivan')).count).toBe(2)
  })

  it('ends its pages where many bugs have one time', async () => {
    const world = await open()
    const sample = { id: await newBug(world) }
    const ids = await inStore(world.store, async (tx) => {
      const [bug] = await tx.select({ from: 'bugs', where: { col: 'id', eq: sample.id } })
      const [text] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: sample.id } })
      if (!bug || !text) return []
      const numbers = Array.from({ length: 130 }, (_, index) => sample.id + 1 + index)
      await tx.insert(
        'bugs',
        numbers.map((id) => ({ ...bug, id })),
      )
      await tx.insert(
        'comments',
        numbers.map((bug_id) => ({ ...text, id: text.id + bug_id, bug_id })),
      )
      return [sample.id, ...numbers]
    })
    const found: number[] = []
    let cursor: string | null = null
    do {
      const page = await world.as('bob').inbox.get({ limit: 50, ...(cursor !== null && { cursor }) })
      found.push(...page.items.map(({ bug }) => bug.id))
      expect(page.count).toBe(100)
      cursor = page.next
    } while (cursor !== null && found.length < 500)
    expect(found).toEqual(ids.toReversed())
  })
})

onAnyStore('inbox', (open) => {
  it('has no line, in no state, for a mention in a private comment or in a bug that is hidden', async () => {
    const world = await open()
    const [a, b, c] = [await newBug(world), await newBug(world), await newBug(world)]
    await comment(world, a, 'ivan', { comment: '@eve', is_private: true })
    for (const id of [b, c]) await comment(world, id, 'alice', { comment: '@eve' })
    expect((await inbox(world, 'eve', { state: 'all' })).lines.map(([id]) => id)).toEqual([c, b])
    const { bugs } = await world.as('ivan').comments.get({ ids: [b] })
    const last = bugs[b]?.comments.at(-1)?.id ?? 0
    await update(world, b, { comment_is_private: { [last]: true } }, 'ivan')
    await update(world, c, { groups: { add: ['secret'] } }, 'ivan')
    for (const state of ['unread', 'later', 'done', 'all'])
      expect(await inbox(world, 'eve', { state })).toEqual({ count: 0, lines: [] })
  })
})

onAnyStore('inbox.update', (open) => {
  it('marks lines as done, and as unread again', async () => {
    const world = await open()
    const id = await newBug(world)
    expect(await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [id])), state: 'done' })).toEqual({
      changed: 1,
      undo: ['..'],
      before: null,
    })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    expect((await inbox(world, 'bob', { state: 'done' })).lines).toEqual([[id, 'assigned']])
    await world.as('bob').inbox.update({ bugs: [id], state: 'unread' })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'assigned']] })
    await world.as('eve').inbox.update({ bugs: [id], state: 'unread' })
    for (const state of ['unread', 'all']) expect((await inbox(world, 'eve', { state })).lines).toEqual([])
  })

  it('keeps unread what came after the shown lines', async () => {
    const world = await open()
    const id = await newBug(world)
    const shown = await shownTo(world, 'bob', [id])
    const { newest } = await world.as('bob').inbox.get()
    await comment(world, id, 'alice')
    await world.as('bob').inbox.update({ ...shown, state: 'done' })
    expect(await lineOf(world, 'bob', id)).toMatchObject({ comments: 1, is_new: false })
    await world.as('bob').inbox.update({ all_until: new Date(newest ?? 0), state: 'done' })
    expect(await lineOf(world, 'bob', id)).toMatchObject({ comments: 1, is_new: false })
  })

  it('counts up to 100 unread lines the same with and without the lines', async () => {
    const world = await open()
    const alice = { assigned_to: at('alice') }
    const roles = [{}, { ...alice, cc: [at('bob')] }, { ...alice, description: '@bob' }, {}]
    const ids: number[] = []
    for (let index = 0; index < 140; index++) ids.push(await newBug(world, roles[index % 4]))
    const bob = world.as('bob').inbox
    const counts = async () => {
      const [alone, { items, count }] = [await bob.get({ limit: 0 }), await bob.get({ limit: 100 })]
      return [alone.count, count, items.length]
    }
    const finish = async (bugs: readonly number[]) => {
      const seen = bugs.map(() => String(world.clock.now().getTime()))
      await bob.update({ bugs: [...bugs], seen, state: 'done' })
    }
    expect(await counts()).toEqual([100, 100, 100])
    await finish(ids.slice(30, 70))
    expect(await counts()).toEqual([100, 100, 100])
    await finish(ids.slice(100))
    expect(await counts()).toEqual([60, 60, 60])
    await finish(ids.slice(0, 100))
    expect(await counts()).toEqual([0, 0, 0])
  })

  it('takes marking everything as done back, to the time up to which everything was done before', async () => {
    const world = await open()
    const first = await newBug(world)
    const { newest } = await world.as('bob').inbox.get()
    await world.as('bob').inbox.update({ all_until: new Date(newest ?? 0), state: 'done' })
    const second = await newBug(world)
    const now = world.clock.now()
    const { before } = await world.as('bob').inbox.update({ all_until: now, state: 'done' })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
    expect(before).toBe(newest)
    expect(await world.as('bob').inbox.update({ all_until: new Date(before ?? 0), state: 'unread' })).toEqual({
      ...{ changed: 1, undo: [], before: now.toISOString() },
    })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[second, 'assigned']] })
    expect(first).not.toBe(second)
  })

  it('keeps lines that are done or put off when old visits are forgotten', async () => {
    const world = await open()
    const [a, b, c] = [await newBug(world), await newBug(world), await newBug(world)]
    await world.tracker.asSystem().parameters.update({ parameters: { last_visit_keep_days: 1 } })
    await world.as('bob').visits.record({ ids: [a, b] })
    const until = new Date(world.clock.now().getTime() + 5 * 86_400_000)
    await world.as('bob').inbox.update({ bugs: [b], seen: ['9'], state: 'later', until })
    world.clock.advance(2 * 86_400)
    await world.as('bob').visits.record({ ids: [c] })
    expect((await inbox(world, 'bob')).lines).toEqual([])
    expect((await inbox(world, 'bob', { state: 'later' })).lines).toEqual([[b, 'assigned']])
    expect(
      (await inbox(world, 'bob', { state: 'done' })).lines
        .map(([id]) => Number(id))
        .toSorted((one, other) => one - other),
    ).toEqual([a, c])
    world.clock.advance(100 * 86_400)
    await world.as('bob').visits.record({ ids: [c] })
    const marks = await inStore(world.store, (tx) => tx.select({ from: 'bug_marks', columns: ['user_id', 'bug_id'] }))
    expect(marks.map(({ bug_id }) => bug_id)).toEqual([c])
  })

  it('puts lines off until a time, or until the user is mentioned', async () => {
    const world = await open()
    const [a, b] = [await newBug(world), await newBug(world)]
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [a, b])), state: 'later', until })
    await comment(world, a, 'alice')
    expect((await inbox(world, 'bob')).count).toBe(0)
    expect((await inbox(world, 'bob', { state: 'later' })).lines).toHaveLength(2)
    await comment(world, b, 'alice', { comment: '@bob' })
    expect((await inbox(world, 'bob')).lines).toEqual([[b, 'mentioned', 'assigned']])
    world.clock.advance(86_400)
    await world.as('bob').inbox.update({ all_until: new Date(until.getTime() - 1000), state: 'done' })
    expect((await inbox(world, 'bob')).lines).toEqual([
      [b, 'mentioned', 'assigned'],
      [a, 'assigned'],
    ])
    expect(await lineOf(world, 'bob', a)).toMatchObject({ comments: 1, later_until: until })
  })

  it('has one line for a mention that stays when the comment is edited, and another for one that an edit adds', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const id = await newBug(world)
    const { id: commentId } = await world.as('alice').comments.create({ id, comment: '@eve' })
    passMinute(world)
    const edit = async (text: string) => {
      await world.as('alice').comments.update({ id: commentId, text })
      passMinute(world)
    }
    const done = async (name: string) =>
      world.as(name).inbox.update({ ...(await shownTo(world, name, [id])), state: 'done' })
    await done('eve')
    await edit('@eve and @carl')
    expect((await inbox(world, 'eve')).lines).toEqual([])
    expect((await inbox(world, 'carl')).lines).toEqual([[id, 'mentioned']])
    await done('carl')
    await edit('@eve, then @carl')
    expect([(await inbox(world, 'eve')).lines, (await inbox(world, 'carl')).lines]).toEqual([[], []])
    await edit('@carl')
    await edit('@eve and @carl')
    expect((await inbox(world, 'eve')).lines).toEqual([[id, 'mentioned']])
    expect((await inbox(world, 'carl')).lines).toEqual([])
  })

  it('returns lines with no reason but a mention: put off, undone, and after another comment', async () => {
    const world = await open()
    const [a, b, c] = [await newBug(world), await newBug(world), await newBug(world)]
    for (const id of [a, b, c]) await comment(world, id, 'alice', { comment: '@eve' })
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.as('eve').inbox.update({ ...(await shownTo(world, 'eve', [a])), state: 'later', until })
    await world.as('eve').inbox.update({ ...(await shownTo(world, 'eve', [b, c])), state: 'done' })
    expect((await inbox(world, 'eve')).lines).toEqual([])
    await comment(world, c, 'alice')
    await world.as('eve').inbox.update({ bugs: [b], state: 'unread' })
    world.clock.advance(86_400)
    expect((await inbox(world, 'eve')).lines).toEqual([c, b, a].map((id) => [id, 'mentioned']))
  })

  it('marks lines that came back as done with all others', async () => {
    const world = await open()
    const id = await newBug(world)
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [id])), state: 'later', until })
    world.clock.advance(86_400)
    const { count, newest } = await world.as('bob').inbox.get({ limit: 1 })
    expect(count).toBe(1)
    await world.as('bob').inbox.update({ all_until: new Date(newest ?? 0), state: 'done' })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
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

  it('makes one line unread again after everything was marked as done', async () => {
    const world = await open()
    const [a, b] = [await newBug(world), await newBug(world)]
    await world.as('bob').inbox.update({ all_until: world.clock.now(), state: 'done' })
    passMinute(world)
    await world.as('bob').inbox.update({ bugs: [a], state: 'unread' })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[a, 'assigned']] })
    expect((await inbox(world, 'bob', { state: 'done' })).lines).toEqual([[b, 'assigned']])
    await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [a])), state: 'done' })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
  })

  it('shows no line that came back once its bug is muted', async () => {
    const world = await open()
    const id = await newBug(world)
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [id])), state: 'later', until })
    world.clock.advance(86_460)
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'assigned']] })
    await world.as('bob').follows.update({ mute: [{ bug: id }] })
    expect(await inbox(world, 'bob')).toEqual({ count: 0, lines: [] })
  })

  it('refuses times and combinations without effect, and hidden bugs as absent', async () => {
    const world = await open()
    const id = await newBug(
      world,
      { product: 'Vault', component: 'Safe', version: '1', assigned_to: at('ivan') },
      'ivan',
    )
    const [now, seen] = [world.clock.now(), ['1']]
    for (const [input, code, field] of [
      [{ state: 'done' }, 'params_required', undefined],
      [{ bugs: [1], all_until: now, state: 'done' }, 'param_invalid', 'all_until'],
      [{ all_until: now, state: 'later' }, 'param_invalid', 'state'],
      [{ bugs: [id], state: 'done' }, 'param_required', 'seen'],
      [{ bugs: [id], seen: [], state: 'done' }, 'param_invalid', 'seen'],
      [{ bugs: [id], seen, state: 'later' }, 'param_invalid', 'until'],
      [{ bugs: [id], seen, state: 'later', until: now }, 'param_invalid', 'until'],
      [
        { bugs: [id], seen, state: 'later', until: new Date(now.getTime() + 367 * 86_400_000) },
        'param_invalid',
        'until',
      ],
      [{ bugs: [id], seen, state: 'done', until: now }, 'param_invalid', 'until'],
      [{ bugs: [id], seen, state: 'done' }, 'bug_id_does_not_exist', 'bugs'],
      [{ bugs: [id + 1], seen, state: 'done' }, 'bug_id_does_not_exist', 'bugs'],
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
    passMinute(world)
    await world.as('bob').visits.record({ ids: [id] })
    await world.as('bob').inbox.update({ ...(await shownTo(world, 'bob', [id])), state: 'done' })
    expect(await inbox(world, 'bob')).toEqual({ count: 1, lines: [[id, 'asked', 'role']] })
    expect(await lineOf(world, 'bob', id)).toMatchObject({ by: { name: at('alice') }, comments: 0, changes: 0 })
    await update(world, id, { flags: [{ name: 'review', status: '+' }] }, 'bob')
    passMinute(world)
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
