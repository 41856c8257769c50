import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

const plans = [{}, { alias: ['blink'] }, {}]

async function addThree(world: World): Promise<[number, number, number]> {
  return (await addBugs(world.store, world.clock.now(), plans)) as [number, number, number]
}

onAnyStore('visits.record', (open) => {
  it('sets the last visit of a bug to now, the first time and again [VIS-01] [VIS-07]', async () => {
    const world = await open()
    const [bug] = await addThree(world)
    for (let time = 0; time < 2; time++) {
      world.clock.advance(60)
      const record = { id: bug, last_visit_ts: world.clock.now() }
      expect(await world.as('alice').visits.record({ ids: [bug] })).toEqual([record])
      expect(await world.as('alice').visits.get({ ids: [bug] })).toEqual([record])
    }
  })

  it('sets the time of each bug, and answers in the order asked, each once [VIS-02]', async () => {
    const world = await open()
    const [a, b, c] = await addThree(world)
    await world.as('alice').visits.record({ ids: [c] })
    world.clock.advance(60)
    const records = await world.as('alice').visits.record({ ids: [c, 'Blink', a, String(c)] })
    expect(records).toEqual([c, b, a].map((id) => ({ id, last_visit_ts: world.clock.now() })))
    expect(await world.as('alice').visits.get({ ids: [c, b, a] })).toEqual(records)
  })

  it('changes no records of other users, and nothing of the bug [VIS-06]', async () => {
    const world = await open()
    const [bug] = await addThree(world)
    const [before] = await world.as('bob').visits.record({ ids: [bug] })
    const { bugs } = await world.as('bob').bugs.get({ ids: [bug] })
    world.clock.advance(60)
    await world.as('alice').visits.record({ ids: [bug] })
    expect(await world.as('bob').visits.get()).toEqual([before])
    expect((await world.as('bob').bugs.get({ ids: [bug] })).bugs).toEqual(bugs)
  })

  it('accepts any bug that the caller may see, also without a role in it', async () => {
    const world = await open()
    const [bug] = await addThree(world)
    expect(await world.as('eve').visits.record({ ids: [bug] })).toHaveLength(1)
  })

  it('refuses a hidden bug as one that does not exist, and records nothing [GEN-28]', async () => {
    const world = await open()
    const [bug] = await addThree(world)
    const vault = { product: 'Vault', groups: ['secret'], alias: ['safe'] }
    const [hidden = 0] = await addBugs(world.store, world.clock.now(), [vault])
    for (const [ref, number] of [
      [hidden, 101],
      [hidden + 1, 101],
      ['safe', 100],
      ['unsafe', 100],
    ] as const) {
      await expect(world.as('eve').visits.record({ ids: [bug, ref] })).rejects.toMatchObject({
        number,
        data: { field: 'ids', value: ref },
      })
    }
    expect(await world.as('eve').visits.get()).toEqual([])
    expect(await world.as('ivan').visits.record({ ids: [hidden] })).toHaveLength(1)
  })

  it('asks for a login and for bugs', async () => {
    const world = await open()
    const [bug] = await addThree(world)
    await expect(world.as(null).visits.record({ ids: [bug] })).rejects.toMatchObject({ code: 'login_required' })
    await expect(world.as('alice').visits.record({ ids: [] })).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'ids' },
    })
    const none = {} as { ids: number[] }
    await expect(world.as('alice').visits.record(none)).rejects.toMatchObject({ code: 'param_required' })
  })

  it('records 500 visits in as few statements as two', async () => {
    const world = await open()
    const now = world.clock.now()
    const ids = await addBugs(
      world.store,
      now,
      Array.from({ length: 3 }, () => ({})),
    )
    const [row] = await inStore(world.store, (tx) => tx.select({ from: 'bugs', limit: 1 }))
    const { id: _, ...copy } = row as NonNullable<typeof row>
    ids.push(
      ...(await inStore(world.store, (tx) =>
        tx.insert(
          'bugs',
          Array.from({ length: 497 }, () => copy),
        ),
      )),
    )
    const { store, queries, writes } = countingStore(world.store)
    const alice = (await createTracker({ store, testing: { clock: world.clock.now } })).as({ login: at('alice') })
    await alice.visits.record({ ids: ids.slice(0, 2) })
    queries.length = writes.length = 0
    expect(await alice.visits.record({ ids })).toHaveLength(500)
    expect(writes).toEqual(['bug_marks', 'bug_marks', 'bug_marks'])
    expect(queries.filter((from) => from !== 'installation' && from !== 'users')).toEqual(['bugs', 'bug_marks'])
  })
})
