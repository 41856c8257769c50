// Bugs that the user has seen completely.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

onEveryStore('inbox.get', (open) => {
  it('asks nothing more for any number of bugs that the user has seen, and has a line for one that changed', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const count = async () => {
      queries.length = 0
      return [(await tracker.as({ login: at('eve') }).inbox.get({ limit: 0 })).count, [...queries]] as const
    }
    const { id } = await file(world, { cc: [at('eve')] })
    world.clock.advance(60)
    await world.as('eve').visits.record({ ids: [id] })
    await count()
    const [, alone] = await count()
    await inStore(world.store, async (tx) => {
      const [bug] = await tx.select({ from: 'bugs', where: { col: 'id', eq: id } })
      const [mark] = await tx.select({ from: 'bug_marks', where: { col: 'bug_id', eq: id } })
      const cc = await tx.select({ from: 'bug_cc', where: { col: 'bug_id', eq: id } })
      const ids = Array.from({ length: 500 }, (_, index) => id + 1 + index)
      await tx.insert('bugs', ids.map((one) => ({ ...bug, id: one })) as never)
      await tx.insert('bug_marks', ids.map((one) => ({ ...mark, bug_id: one })) as never)
      await tx.insert(
        'bug_cc',
        ids.flatMap((bug_id) => cc.map((row) => ({ ...row, bug_id }))),
      )
    })
    expect(await count()).toEqual([0, alone])
    world.clock.advance(60)
    await world.as('alice').comments.create({ id, comment: 'Hello' })
    expect((await count())[0]).toBe(1)
    expect((await world.as('eve').inbox.get()).items).toMatchObject([{ bug: { id }, comments: 1 }])
  })
})
