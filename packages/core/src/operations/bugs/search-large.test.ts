// Answers of many bugs.
import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { fold } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const count = 1200

/** Bugs 1 to 1,200, whose summaries go the other way. */
async function addMany({ store, clock }: World): Promise<void> {
  await addBugs(store, clock.now(), [{ summary: 'Bug 9999' }])
  await inStore(store, async (tx) => {
    const [row] = await tx.select({ from: 'bugs', where: { and: [] } })
    if (!row) throw new Error('there is no bug')
    const { id: _id, ...first } = row
    const summaries = Array.from({ length: count - 1 }, (_, index) => `Bug ${9998 - index}`)
    await tx.insert(
      'bugs',
      summaries.map((summary) => ({ ...first, summary, summary_folded: fold(summary) })),
    )
  })
}

onEveryStore('bugs.search', (open) => {
  it('returns very many bugs in order, reading at most 500 at a time to let other requests run', async () => {
    const world = await open()
    await addMany(world)
    const { store, trace } = countingStore(world.store)
    const alice = (await createTracker({ store, testing: { clock: world.clock.now } })).as({ login: at('alice') })
    const ids = Array.from({ length: count }, (_, index) => index + 1)
    for (const [input, found] of [
      [{ limit: 0 }, ids],
      [{}, ids],
      [{ order: 'short_desc', limit: 0 }, ids.toReversed()],
      [{ limit: 500, offset: 3 }, ids.slice(3, 503)],
      [{ limit: 499, offset: 3 }, ids.slice(3, 502)],
      [{ limit: 700, offset: 3 }, ids.slice(3, 703)],
      [{ order: 'short_desc', limit: 700, offset: 3 }, ids.toReversed().slice(3, 703)],
    ] as const) {
      trace.length = 0
      const { bugs } = await alice.bugs.search({
        product: 'Widgets',
        ...input,
        include_fields: ['id', 'cc', 'creator'],
      })
      expect(bugs.map(({ id }) => id)).toEqual(found)
      expect(new Set(bugs.map(({ creator }) => creator)).size).toBe(1)
      const whole = trace.filter((line) => !line.includes('"columns"'))
      expect(Math.max(...whole.map((line) => Number(/\d+$/.exec(line)?.[0])))).toBeLessThanOrEqual(500)
    }
  })
})
