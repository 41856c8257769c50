// Runs of schedules while the process ends at any transaction: before it, or after its commit.
import { expect, it } from 'vitest'
import { at, file } from '../../../test/bugs.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { outbox, recordingMailer } from '../../../test/mail.js'
import type { Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A store whose connection is gone from one of its transactions on. */
function dyingStore(store: Store, dies: { readonly at: number; readonly isCommitted: boolean }) {
  let count = 0
  const write: Store['write'] = async (work, options) => {
    count++
    if (count > dies.at || (count === dies.at && !dies.isCommitted)) throw new Error('killed')
    const result = await store.write(work, options)
    if (count === dies.at) throw new Error('killed')
    return result
  }
  return { store: { ...store, write, close: () => undefined }, isDead: () => count >= dies.at }
}

/** Runs a process that ends at a transaction, and then another one. Returns the recipients of the messages in the outbox. */
async function runTwice(world: World, dies: { readonly at: number; readonly isCommitted: boolean }) {
  const { store, isDead } = dyingStore(world.store, dies)
  const silent = { warn: () => undefined, error: () => undefined }
  const testing = { clock: world.clock.now }
  const open = (on: Store) =>
    createTracker({ store: on, mail: { mailer: recordingMailer(), onDemand: true }, testing, logger: silent })
  const first = await open(store).catch(() => undefined)
  await first?.deliverMail().catch(() => undefined)
  await first?.close().catch(() => undefined)
  const second = await open({ ...world.store, close: () => undefined })
  await second.deliverMail()
  await second.close()
  const scheduled = (await outbox(world)).filter(({ kind }) => kind === 'search' || kind === 'digest')
  return { isDead: isDead(), scheduled: scheduled.map(({ kind, user_id, state }) => [kind, user_id, state]) }
}

onAnyStore('schedules of a process that is killed', (open) => {
  it('run once, wherever it ends', async () => {
    const points: number[] = []
    for (const isCommitted of [false, true])
      for (let point = 1, isDead = true; isDead && point < 20; point++) {
        const world = await open({ mail: { mailer: recordingMailer(), onDemand: true } })
        await file(world, { cc: [at('eve')] })
        await world.tracker.deliverMail()
        await world.as('admin').users.update({ names: [at('ivan')], groups: { add: ['bz_canusewhineatothers'] } })
        const { id } = await world.as('ivan').savedSearches.save({ name: 'Mine', query: 'product=Widgets' })
        const daily = { days: [...days], hours: [8] }
        const to = { users: [at('ivan'), at('bob')], groups: [] }
        await world.as('ivan').schedules.create({ saved_search_id: id, ...daily, to })
        await world.as('eve').schedules.create({ kind: 'digest', ...daily })
        world.clock.advance(86_400)
        const { scheduled, ...run } = await runTwice(world, { at: point, isCommitted })
        const kinds = scheduled.map(([kind]) => String(kind)).toSorted((a, b) => (a < b ? -1 : 1))
        expect([point, kinds]).toEqual([point, ['digest', 'search', 'search']])
        expect(new Set(scheduled.map(([, user]) => user)).size).toBe(3)
        isDead = run.isDead
        points.push(point)
      }
    // Both runs of the loop went beyond the last transaction.
    expect(points.length).toBeGreaterThan(8)
    expect(Math.max(...points)).toBeLessThan(19)
  })
})
