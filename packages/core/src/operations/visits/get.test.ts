import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'

/** Visits bugs one minute after another. */
async function visit(world: World, who: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    world.clock.advance(60)
    await world.as(who).visits.record({ ids: [id] })
  }
}

const idsOf = (records: readonly { id: number }[]) => records.map((record) => record.id)

onAnyStore('visits.get', (open) => {
  it('answers the records of the bugs asked for, and none for bugs never visited [VIS-03] [VIS-04] [VIS-07]', async () => {
    const world = await open()
    const [a = 0, b = 0, c = 0] = await addBugs(world.store, world.clock.now(), [{}, { alias: ['blink'] }, {}])
    await visit(world, 'alice', [a, b])
    const last_visit_ts = world.clock.now()
    expect(await world.as('alice').visits.get({ ids: [b] })).toEqual([{ id: b, last_visit_ts }])
    expect(idsOf(await world.as('alice').visits.get({ ids: ['blink', c, a, b] }))).toEqual([b, a])
    expect(await world.as('alice').visits.get({ ids: [] })).toEqual([])
  })

  it('without ids answers the 20 bugs visited last, the latest first [VIS-05] [LIM-05]', async () => {
    const world = await open()
    const bugs = await addBugs(
      world.store,
      world.clock.now(),
      Array.from({ length: 22 }, () => ({})),
    )
    await visit(world, 'alice', bugs)
    await visit(world, 'alice', [bugs[3] as number])
    const recent = [bugs[3], ...bugs.toReversed().filter((bug) => bug !== bugs[3])].slice(0, 20)
    expect(idsOf(await world.as('alice').visits.get())).toEqual(recent)
  })

  it('deletes visits after as many days as last_visit_keep_days says, 0 meaning never', async () => {
    const world = await open()
    const [a = 0, b = 0] = await addBugs(world.store, world.clock.now(), [{}, {}])
    await visit(world, 'alice', [a])
    await visit(world, 'bob', [a])
    const days = async (value: string) => {
      await inStore(world.store, async (tx) => {
        await setParameter(tx, 'last_visit_keep_days', value)
        const [row] = await tx.select({ from: 'installation' })
        await tx.update('installation', { and: [] }, { catalogue_version: (row?.catalogue_version ?? 0) + 1 })
      })
    }
    world.clock.advance(10 * 86_400 - 300)
    expect(idsOf(await world.as('alice').visits.get())).toEqual([a])
    world.clock.advance(600)
    expect(await world.as('alice').visits.get()).toEqual([])
    expect(await world.as('alice').visits.get({ ids: [a] })).toEqual([])
    await days('0')
    expect(idsOf(await world.as('alice').visits.get())).toEqual([a])
    await days('3')
    await visit(world, 'alice', [b])
    await days('0')
    expect(idsOf(await world.as('alice').visits.get())).toEqual([b])
    expect(idsOf(await world.as('bob').visits.get())).toEqual([a])
  })

  it('answers the caller’s own records only [VIS-06]', async () => {
    const world = await open()
    const [bug = 0] = await addBugs(world.store, world.clock.now(), [{}])
    await visit(world, 'bob', [bug])
    expect(await world.as('alice').visits.get()).toEqual([])
    expect(await world.as('alice').visits.get({ ids: [bug] })).toEqual([])
  })

  it('answers for hidden bugs as for absent ones, also for such as were visited before [GEN-28]', async () => {
    const world = await open()
    const [shown = 0, hidden = 0] = await addBugs(world.store, world.clock.now(), [{}, {}])
    await visit(world, 'eve', [shown, hidden])
    await inStore(world.store, async (tx) => {
      const [group] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'secret' } })
      await tx.insert('bug_groups', [{ bug_id: hidden, group_id: group?.id ?? 0 }])
      await tx.update('bugs', { col: 'id', eq: hidden }, { group_count: 1 })
    })
    expect(idsOf(await world.as('eve').visits.get())).toEqual([shown])
    for (const value of [hidden, hidden + 1]) {
      await expect(world.as('eve').visits.get({ ids: [value] })).rejects.toMatchObject({
        code: 'bug_id_does_not_exist',
        data: { field: 'ids', value },
      })
    }
  })

  it('asks for a login', async () => {
    const world = await open()
    await expect(world.as(null).visits.get()).rejects.toMatchObject({ code: 'login_required', number: 410 })
  })
})
