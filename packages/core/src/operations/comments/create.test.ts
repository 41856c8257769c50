import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter, type BugPlan } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

async function addBug(world: World, plan: BugPlan = {}): Promise<number> {
  const [id = 0] = await addBugs(world.store, world.clock.now(), [plan])
  return id
}

const commentsOf = async (world: World, bug: number, reader = 'ivan') =>
  (await world.as(reader).comments.get({ ids: [bug] })).bugs[bug]?.comments ?? []

const bugRow = async (world: World, id: number) => {
  const [row] = await inStore(world.store, (tx) => tx.select({ from: 'bugs', where: { col: 'id', eq: id } }))
  return row
}

onAnyStore('comments.create', (open) => {
  it('adds a comment to the bug and answers its id [COM-08] [COM-09]', async () => {
    const world = await open()
    const bug = await addBug(world, { alias: ['blink'] })
    const first = await world.as('alice').comments.create({ id: bug, comment: 'Seen it' })
    const second = await world.as('bob').comments.create({ id: 'Blink', comment: 'Me too' })
    const comments = await commentsOf(world, bug)
    expect(comments.map(({ id, text, creator }) => ({ id, text, creator }))).toEqual([
      { id: first.id, text: 'Seen it', creator: 'alice@example.com' },
      { id: second.id, text: 'Me too', creator: 'bob@example.com' },
    ])
  })

  it('gives every comment a unique id and numbers them within the bug [COM-20]', async () => {
    const world = await open()
    const bugs = [await addBug(world), await addBug(world)]
    for (const bug of [...bugs, ...bugs]) await world.as('alice').comments.create({ id: bug, comment: 'Again' })
    const comments = [...(await commentsOf(world, bugs[0] as number)), ...(await commentsOf(world, bugs[1] as number))]
    expect(comments.map((comment) => comment.count)).toEqual([0, 1, 0, 1])
    expect(new Set(comments.map((comment) => comment.id)).size).toBe(4)
  })

  it('keeps leading blanks, cuts those at the end, and reads any line end', async () => {
    const world = await open()
    const bug = await addBug(world)
    await world.as('alice').comments.create({ id: bug, comment: '  one\r\ntwo\rthree 🐞 \n\n' })
    expect((await commentsOf(world, bug))[0]?.text).toBe('  one\ntwo\nthree 🐞')
  })

  it.each(['', ' ', '\r\n\t '])('refuses the text %j and makes no comment [COM-10]', async (comment) => {
    const world = await open()
    const bug = await addBug(world)
    await expect(world.as('alice').comments.create({ id: bug, comment })).rejects.toMatchObject({
      code: 'object_not_specified',
      number: 50,
      data: { field: 'comment', value: comment },
    })
    expect(await commentsOf(world, bug)).toEqual([])
  })

  it('refuses a comment without text [COM-10] [ERR-02]', async () => {
    const world = await open()
    const input = { id: await addBug(world) } as { id: number; comment: string }
    await expect(world.as('alice').comments.create(input)).rejects.toMatchObject({
      number: 50,
      data: { field: 'comment' },
    })
  })

  it('takes 65,535 characters and no more', async () => {
    const world = await open()
    const bug = await addBug(world)
    await world.as('alice').comments.create({ id: bug, comment: '🐞'.repeat(65_535) })
    await expect(world.as('alice').comments.create({ id: bug, comment: 'x'.repeat(65_536) })).rejects.toMatchObject({
      code: 'comment_too_long',
      number: 114,
      data: { field: 'comment', limit: 65_535 },
    })
    expect(await commentsOf(world, bug)).toHaveLength(1)
  })

  it('tags the comment with comment_tags, for those who may give tags', async () => {
    const world = await open()
    const bug = await addBug(world)
    const create = (input: object, name = 'alice') =>
      world.as(name).comments.create({ id: bug, comment: 'Seen it', ...input })
    await create({ comment_tags: ['triage', 'Triage', 'needs-info'] })
    await create({ comment_tags: ['spam'] }, 'eve')
    await create({ comment_tags: [] })
    expect((await commentsOf(world, bug)).map(({ tags }) => tags)).toEqual([['needs-info', 'triage'], [], []])
    expect(await world.as('alice').comments.searchTags({ query: 'triage' })).toEqual(['triage'])
    await expect(create({ comment_tags: ['ok'] })).rejects.toMatchObject({
      code: 'comment_tag_too_short',
      data: { field: 'comment_tags', value: 'ok' },
    })
    expect(await commentsOf(world, bug)).toHaveLength(3)
  })

  it('is public unless it is said to be private [COM-11]', async () => {
    const world = await open()
    const bug = await addBug(world)
    await world.as('ivan').comments.create({ id: bug, comment: 'For all' })
    await world.as('ivan').comments.create({ id: bug, comment: 'For us', is_private: true })
    expect((await commentsOf(world, bug)).map((comment) => comment.is_private)).toEqual([false, true])
    expect(await bugRow(world, bug)).toMatchObject({ comment_count: 2, public_comment_count: 1 })
  })

  it('rejects a private comment from users outside the insider group [COM-12]', async () => {
    const world = await open()
    const bug = await addBug(world)
    await expect(
      world.as('alice').comments.create({ id: bug, comment: 'For us', is_private: true }),
    ).rejects.toMatchObject({ code: 'user_not_insider', number: 113, data: { field: 'is_private' } })
    expect(await commentsOf(world, bug)).toEqual([])
  })

  it('asks for a login', async () => {
    const world = await open()
    const bug = await addBug(world)
    await expect(world.as(null).comments.create({ id: bug, comment: 'Hi' })).rejects.toMatchObject({ number: 410 })
  })

  it('answers for a hidden bug as for none [GEN-28]', async () => {
    const world = await open()
    const bug = await addBug(world, { product: 'Vault', groups: ['secret'], alias: ['safe'] })
    const create = (id: number | string) => world.as('eve').comments.create({ id, comment: 'Hi' })
    await expect(create(bug)).rejects.toMatchObject({ number: 101, data: { field: 'id', value: bug } })
    await expect(create(bug + 1)).rejects.toMatchObject({ number: 101, data: { field: 'id', value: bug + 1 } })
    await expect(create('safe')).rejects.toMatchObject({ number: 100, data: { field: 'id', value: 'safe' } })
    await expect(create('unsafe')).rejects.toMatchObject({ number: 100, data: { field: 'id', value: 'unsafe' } })
  })

  it('refuses comments where the product may not be edited', async () => {
    const world = await open()
    const bug = await addBug(world)
    await inStore(world.store, async (tx) => {
      await tx.update('group_controls', { and: [] }, { canedit: true })
      await bumpCatalogueVersion(tx)
    })
    await expect(world.as('alice').comments.create({ id: bug, comment: 'Hi' })).rejects.toMatchObject({
      code: 'product_edit_denied',
      number: 109,
    })
    await world.as('ivan').comments.create({ id: bug, comment: 'Hi' })
  })

  it('moves the time of the last change, and fires an event', async () => {
    const world = await open()
    const bug = await addBug(world)
    const heard: unknown[] = []
    world.tracker.on('comment.added', (event) => void heard.push(event))
    world.tracker.on('bug.changed', (event) => void heard.push(event))
    world.clock.advance(60)
    const { id } = await world.as('alice').comments.create({ id: bug, comment: 'Hi' })
    expect((await bugRow(world, bug))?.last_change_time).toEqual(world.clock.now())
    expect(heard).toMatchObject([{ bug_id: bug, comment_id: id, is_private: false, at: world.clock.now() }])
  })
})

onAnyStore('comments.create with work_time', (open) => {
  const timed: BugPlan = { columns: { estimated_time: 10, remaining_time: 10 } }

  it('adds the hours to the bug, lowers what remains, and writes history [COM-13]', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    await world.as('alice').comments.create({ id: bug, comment: 'Half', work_time: 2.5 })
    world.clock.advance(1)
    await world.as('alice').comments.create({ id: bug, comment: 'More', work_time: 0.1 })
    expect(await bugRow(world, bug)).toMatchObject({ actual_time: 2.6, remaining_time: 7.4, percentage_complete: 26 })
    const { bugs } = await world.as('alice').bugs.history({ ids: [bug] })
    expect(bugs[0]?.history[0]?.changes).toEqual([
      { field_name: 'work_time', removed: '', added: '2.50' },
      { field_name: 'remaining_time', removed: '10.00', added: '7.50' },
    ])
  })

  it('never lets the remaining hours fall below zero', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    await world.as('alice').comments.create({ id: bug, comment: 'Long day', work_time: 12 })
    expect(await bugRow(world, bug)).toMatchObject({ actual_time: 12, remaining_time: 0, percentage_complete: 100 })
  })

  it('takes back hours that are negative, and rounds to two decimals', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    await world.as('alice').comments.create({ id: bug, comment: 'Too much', work_time: 4 })
    await world.as('alice').comments.create({ id: bug, comment: 'Correction', work_time: -1.255 })
    expect(await bugRow(world, bug)).toMatchObject({ actual_time: 2.75, remaining_time: 7.25 })
  })

  it('ignores the hours of a caller outside the time-tracking group [COM-14]', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    await world.as('eve').comments.create({ id: bug, comment: 'I helped', work_time: 5 })
    expect(await bugRow(world, bug)).toMatchObject({ actual_time: 0, remaining_time: 10, comment_count: 1 })
    expect((await world.as('alice').bugs.history({ ids: [bug] })).bugs[0]?.history).toEqual([])
  })

  it('ignores all hours while there is no time-tracking group [COM-14]', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    await inStore(world.store, (tx) => setParameter(tx, 'timetrackinggroup', ''))
    await world.as('alice').comments.create({ id: bug, comment: 'Half', work_time: 5 })
    expect(await bugRow(world, bug)).toMatchObject({ actual_time: 0, remaining_time: 10 })
  })

  it.each([
    [100_000, 'number_too_large', 54],
    [-100_000, 'number_too_small', 55],
  ])('refuses %d hours', async (work_time, code, number) => {
    const world = await open()
    const bug = await addBug(world)
    await expect(world.as('alice').comments.create({ id: bug, comment: 'Hm', work_time })).rejects.toMatchObject({
      code,
      number,
      data: { field: 'work_time', value: work_time },
    })
  })

  it('fires one event about the change, after the commit', async () => {
    const world = await open()
    const bug = await addBug(world, timed)
    const heard: unknown[] = []
    world.tracker.on('bug.changed', ({ changes }) => void heard.push(changes))
    await world.as('alice').comments.create({ id: bug, comment: 'Half', work_time: 1 })
    expect(heard).toEqual([
      [
        { field_name: 'work_time', removed: '', added: '1.00' },
        { field_name: 'remaining_time', removed: '10.00', added: '9.00' },
      ],
    ])
  })
})
