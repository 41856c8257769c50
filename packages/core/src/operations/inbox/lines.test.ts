// Lines of inboxes with many bugs, changes and mentions.
import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onAnyStore, onEveryStore, type World } from '../../../test/harness.js'

async function newBug(world: World, input: object = {}, name = 'alice'): Promise<number> {
  const { id } = await file(world, input, name)
  world.clock.advance(60)
  return id
}

async function bugsOf(world: World, name: string, input: object = {}): Promise<number[]> {
  return (await world.as(name).inbox.get(input)).items.map(({ bug }) => bug.id)
}

/** Comments on a bug, stored at once. */
async function addComments(world: World, bugId: number, count: number): Promise<void> {
  await inStore(world.store, async (tx) => {
    const [first] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bugId } })
    if (!first) return
    const { id: _, ...row } = first
    for (let part = 0; part < count; part += 1000) {
      const numbers = Array.from({ length: Math.min(1000, count - part) }, (__, index) => part + index + 1)
      await tx.insert(
        'comments',
        numbers.map((number) => ({ ...row, text: 'x', text_folded: 'x', count: number })),
      )
    }
  })
}

/** Copies of a bug with its description, stored at once. */
async function addBugs(world: World, bugId: number, count: number): Promise<void> {
  await inStore(world.store, async (tx) => {
    const [bug] = await tx.select({ from: 'bugs', where: { col: 'id', eq: bugId } })
    const [text] = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: bugId } })
    if (!bug || !text) return
    const ids = Array.from({ length: count }, (_, index) => bugId + 1 + index)
    await tx.insert(
      'bugs',
      ids.map((id) => ({ ...bug, id })),
    )
    await tx.insert(
      'comments',
      ids.map((id) => ({ ...text, id: text.id + id, bug_id: id })),
    )
  })
}

onEveryStore('inbox.get', (open) => {
  it('has lines for other bugs beside one with 5,000 new comments', async () => {
    const world = await open()
    const quiet = await newBug(world, { cc: [at('eve')] })
    const busy = await newBug(world, { cc: [at('eve')] })
    await addComments(world, busy, 5000)
    expect(await bugsOf(world, 'eve')).toEqual([busy, quiet])
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(2)
  })

  it('has and counts a line behind 1,000 bugs that the user changed', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('eve')] })
    await addBugs(world, await newBug(world, {}, 'eve'), 1000)
    expect(await world.as('eve').inbox.get()).toMatchObject({ items: [{ bug: { id } }], count: 1, next: null })
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(1)
  })

  it('returns a mention and a new bug that were put off for four months', async () => {
    const world = await open()
    const mentioning = await newBug(world, {
      product: 'Gadgets',
      component: 'Main',
      version: 'unspecified',
      description: '@eve',
    })
    await world.as('eve').follows.update({ add: [{ product: 'Widgets' }] })
    const filed = await newBug(world)
    const { items } = await world.as('eve').inbox.get()
    const until = new Date(world.clock.now().getTime() + 120 * 86_400_000)
    const shown = { bugs: items.map(({ bug }) => bug.id), seen: items.map(({ seen }) => seen) }
    await world.as('eve').inbox.update({ ...shown, state: 'later', until })
    world.clock.advance(95 * 86_400)
    expect(await bugsOf(world, 'eve', { state: 'later' })).toEqual([filed, mentioning])
    world.clock.advance(26 * 86_400)
    expect(await bugsOf(world, 'eve')).toEqual([filed, mentioning])
  })

  it('has a line for a mention that an edit adds to a comment older than 500 with mentions', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const id = await newBug(world)
    const { id: comment } = await world.as('bob').comments.create({ id, comment: 'Hello' })
    const other = await newBug(world, { description: '@eve' })
    await addComments(world, other, 500)
    await inStore(world.store, async (tx) => {
      const comments = await tx.select({ from: 'comments', where: { col: 'bug_id', eq: other } })
      const [mention] = await tx.select({ from: 'comment_mentions' })
      const rows = comments.flatMap((row) => (mention ? [{ ...mention, comment_id: row.id }] : []))
      await tx.put('comment_mentions', rows)
    })
    await world.as('eve').visits.record({ ids: [other] })
    world.clock.advance(60)
    await world.as('bob').comments.update({ id: comment, text: 'Hello @eve' })
    expect(await bugsOf(world, 'eve')).toEqual([id])
  })

  it('has the time and the user of an edit that mentions the user, and no line for own edits', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'comment_edit_minutes', '-1'))
    const id = await newBug(world, { cc: [at('eve')] })
    const { id: comment } = await world.as('bob').comments.create({ id, comment: 'Hello' })
    world.clock.advance(60)
    await world.as('admin').comments.update({ id: comment, text: 'Hello @admin @eve' })
    const [line] = (await world.as('eve').inbox.get()).items
    expect(line).toMatchObject({ by: { name: at('admin') }, time: world.clock.now(), comments: 1 })
    expect(await bugsOf(world, 'admin')).toEqual([])
  })
})

onAnyStore('inbox.update', (open) => {
  it('with a later `all_until` and `unread` marks nothing as done', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('eve')] })
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'unread' })
    expect(await bugsOf(world, 'eve')).toEqual([id])
  })

  it('takes an `all_until` after now for now', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('eve')] })
    const now = world.clock.now()
    await world.as('eve').inbox.update({ all_until: new Date(now.getTime() + 3_600_000), state: 'done' })
    expect(await bugsOf(world, 'eve')).toEqual([])
    world.clock.advance(60)
    await update(world, id, { priority: 'High' })
    expect(await bugsOf(world, 'eve')).toEqual([id])
  })

  it('that undoes the first Mark all as done leaves an inbox of 14 days', async () => {
    const world = await open()
    const id = await newBug(world, { cc: [at('eve')] })
    const { before } = await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    await world.as('eve').inbox.update({ all_until: new Date(before ?? ''), state: 'unread' })
    expect(await bugsOf(world, 'eve')).toEqual([id])
    world.clock.advance(15 * 86_400)
    expect(await bugsOf(world, 'eve')).toEqual([])
  })
})
