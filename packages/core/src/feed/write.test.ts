// Entries that operations write to the change feed.
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../test/bug-rows.js'
import { at, file, minimal, update } from '../../test/bugs.js'
import { onEveryStore, type World } from '../../test/harness.js'
import { entries } from '../../test/mail.js'
import { userId } from '../../test/people.js'
import type { Store } from '../store/index.js'
import { createTracker } from '../tracker/tracker.js'

/** The entries that came since last asked. */
function follow(world: World) {
  let last = 0
  return async () => {
    const all = (await entries(world)).filter((entry) => entry.seq > last)
    last = all.at(-1)?.seq ?? last
    return all
  }
}

async function lastChange({ store }: World) {
  const [installation] = await inStore(store, (tx) => tx.select({ from: 'installation' }))
  return installation?.change_seq
}

onEveryStore('the change feed', (open) => {
  it('gets an entry for each bug that an operation makes or changes, numbered without gaps, and none for a failure', async () => {
    const world = await open()
    const news = follow(world)
    const [one, other] = [await file(world), await file(world)]
    expect(await news()).toMatchObject([
      { seq: 1, set: 1, kind: 'bug', bug_id: one.id, user_id: await userId(world, 'alice'), was_public: false },
      { seq: 2, set: 2, kind: 'bug', bug_id: other.id },
    ])
    await expect(update(world, one.id, { priority: 'High', status: 'nonsense' })).rejects.toMatchObject({ number: 51 })
    await update(world, one.id, { blocks: { add: [other.id] }, comment: { body: 'It waits' } }, 'bob')
    const told = await news()
    expect(told.map(({ seq, set, bug_id, was_public }) => [seq, set, bug_id, was_public])).toEqual([
      [3, 3, one.id, true],
      [4, 3, other.id, true],
    ])
    expect(told.map(({ payload }) => Object.keys(payload as object).toSorted())).toEqual([
      ['comments', 'history'],
      ['history'],
    ])
    expect(await lastChange(world)).toBe(4)
    await update(world, one.id, { whiteboard: '' })
    expect(await news()).toEqual([])
  })

  it('gets the ids of rows, people and flags, and never a text', async () => {
    const world = await open()
    const typeId = await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const bug = await file(world)
    const news = follow(world)
    await news()
    const flags = [{ name: 'review', status: '?', requestee: at('bob') }]
    await update(world, bug.id, { cc: { add: [at('eve')] }, status: 'CONFIRMED', flags, whiteboard: 'Secret' })
    const data = new TextEncoder().encode('Secret')
    const about = { file_name: 'a.txt', summary: 'Secret', content_type: 'text/plain' }
    const { ids } = await world.as('alice').attachments.create({ ids: [bug.id], data, ...about })
    const [eve, alice, bob] = [await userId(world, 'eve'), await userId(world, 'alice'), await userId(world, 'bob')]
    const [changed, attached] = (await news()).map(({ payload }) => payload)
    expect(changed).toMatchObject({
      gained: { cc: [eve, bob] },
      flags: [
        {
          type_id: typeId,
          attachment_id: null,
          before: null,
          after: { status: '?', setter_id: alice, requestee_id: bob },
        },
      ],
    })
    expect(attached).toMatchObject({ attachments: ids })
    expect(JSON.stringify([changed, attached])).not.toContain('Secret')
  })

  it('marks the entry that hid a public bug', async () => {
    const world = await open()
    const bug = await file(world)
    const news = follow(world)
    await news()
    await update(world, bug.id, { groups: { add: ['secret'] } }, 'ivan')
    await update(world, bug.id, { whiteboard: 'hidden' }, 'ivan')
    await update(world, bug.id, { groups: { remove: ['secret'] } }, 'ivan')
    const told = (await news()).map(({ was_public, payload }) => [was_public, 'is_restricted' in (payload as object)])
    expect(told).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ])
  })

  it('gets an entry for each changed object of the configuration, and for the bugs that changed with it, in one set', async () => {
    const world = await open()
    const bugs = [await file(world), await file(world)]
    const news = follow(world)
    await news()
    const control = {
      names: ['Widgets'],
      group: 'secret',
      member_control: 'mandatory',
      other_control: 'mandatory',
    } as const
    await world.as('admin').groupControls.update(control)
    const told = await news()
    const admin = await userId(world, 'admin')
    expect(new Set(told.map(({ set, user_id }) => `${set} ${user_id}`))).toEqual(new Set([`${told[0]?.seq} ${admin}`]))
    const parts = (payload: unknown) => Object.keys(payload as object).toSorted()
    expect(told.map(({ kind, bug_id, payload }) => [kind, bug_id, parts(payload)])).toEqual([
      ['administration', null, ['audit', 'class', 'object_id']],
      ...bugs.map(({ id }) => ['bug', id, ['history', 'is_bulk', 'is_restricted']]),
    ])
  })

  it('numbers the operations of a transaction one after the other, and has nothing of one that is undone', async () => {
    const world = await open()
    const news = follow(world)
    const ids = await world.tracker.transaction(async (tx) => {
      const alice = tx.as({ login: at('alice') })
      const { id } = await alice.bugs.create(minimal)
      await alice.bugs.update({ ids: [id], priority: 'High' })
      const { id: second } = await alice.bugs.create({ ...minimal, depends_on: [id] })
      return [id, second]
    })
    const [first = 0, second = 0] = ids
    expect((await news()).map(({ seq, set, bug_id }) => [seq, set, bug_id])).toEqual([
      [1, 1, first],
      [2, 2, first],
      [3, 3, first],
      [4, 3, second],
    ])
    const failing = world.tracker.transaction(async (tx) => {
      await tx.as({ login: at('alice') }).bugs.create(minimal)
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await file(world)
    expect((await news()).map(({ seq }) => seq)).toEqual([5])
  })

  it('is in the order of the commits however many trackers write at once', async () => {
    const world = await open()
    const shared: Store = { ...world.store, close: () => undefined }
    const trackers = await Promise.all(
      [1, 2, 3].map(() => createTracker({ store: shared, testing: { clock: world.clock.now } })),
    )
    const write = async (tracker: (typeof trackers)[number]) => {
      for (let n = 0; n < 5; n++) await tracker.as({ login: at('alice') }).bugs.create(minimal)
    }
    await Promise.all(trackers.map(write))
    const told = await entries(world)
    expect(told.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
    expect(told.map(({ bug_id }) => bug_id)).toEqual(
      told.map(({ bug_id }) => bug_id).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
    )
    expect(await lastChange(world)).toBe(15)
    for (const tracker of trackers) await tracker.close()
  })
})
