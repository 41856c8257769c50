// Runs of schedules that fail, or whose schedule, owner or recipient changes before the email is sent.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { outbox, recordingMailer } from '../../../test/mail.js'
import { outgoing } from '../../call/mail-outbox.js'
import { scheduleMessage } from '../../domain/schedules/message.js'
import { StoreError, type Store, type StoreErrorCode } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** A store whose scans fail while `scans.error` is set. */
function failingScans(store: Store) {
  const scans: { error: StoreErrorCode | undefined; count: number } = { error: undefined, count: 0 }
  const read: Store['read'] = async (work, options) => {
    if (options?.scan && scans.error) {
      scans.count++
      throw new StoreError(scans.error, 'It fails')
    }
    return store.read(work, options)
  }
  return { scans, store: { ...store, read, close: () => undefined } }
}

async function openScheduled(open: () => Promise<World>, query = 'product=Widgets') {
  const world = await open()
  await file(world)
  const mailer = recordingMailer()
  const { scans, store } = failingScans(world.store)
  const tracker = await createTracker({ store, mail: { mailer, onDemand: true }, testing: { clock: world.clock.now } })
  await world.as('admin').users.update({ names: [at('ivan')], groups: { add: ['bz_canusewhineatothers'] } })
  const { id: saved_search_id } = await world.as('ivan').savedSearches.save({ name: 'Mine', query })
  const to = { users: [at('eve'), at('ivan')], groups: [] }
  const { id } = await world.as('ivan').schedules.create({ saved_search_id, days: [...days], hours: [8], to })
  await tracker.deliverMail()
  mailer.sent.length = 0
  const arrived = async (seconds = 0) => {
    world.clock.advance(seconds)
    await tracker.deliverMail()
    return mailer.sent
      .splice(0)
      .map((message) => [message.to, message.subject])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  }
  const schedule = async () => {
    const { schedules } = await world.as('ivan').schedules.get()
    return schedules[0]
  }
  /** Queues one email of a regular run for each of the recipients. */
  const queue = (names: readonly string[]) =>
    inStore(world.store, async (tx) => {
      const [row] = await tx.select({ from: 'schedules' })
      const users = await tx.select({
        from: 'users',
        where: { col: 'login', in: names.map(at) },
        order: [{ col: 'id' }],
      })
      const messages = users.map((user) => row && scheduleMessage(row, { to: user.id, until: world.clock.now() }))
      await tx.insert(
        'mail_outbox',
        messages.flatMap((message) => (message ? [outgoing(world.clock.now(), message)] : [])),
      )
    })
  return { world, tracker, scans, id, arrived, schedule, queue }
}

const [day, retryPause] = [86_400, 600]

onEveryStore('the email of a schedule', (open) => {
  it('is tried three times if the search takes too long, which then disables the schedule with one email', async () => {
    const { tracker, scans, arrived, schedule } = await openScheduled(open)
    scans.error = 'overdue'
    expect(await arrived(day)).toEqual([])
    expect(await arrived(retryPause)).toEqual([])
    expect(await schedule()).toMatchObject({ is_enabled: true })
    expect(await arrived(retryPause)).toEqual([[at('ivan'), 'Scheduled search disabled: Mine']])
    expect(await schedule()).toMatchObject({ is_enabled: false, disabled_reason: 'search_too_expensive' })
    scans.error = undefined
    expect(await arrived(day)).toEqual([])
    await tracker.close()
  })

  it('waits for a store that is unavailable, and is sent then', async () => {
    const { tracker, scans, arrived, schedule } = await openScheduled(open)
    scans.error = 'unavailable'
    expect(await arrived(day)).toEqual([])
    for (let attempt = 0; attempt < 4; attempt++) await arrived(2 * retryPause)
    expect(await schedule()).toMatchObject({ is_enabled: true, disabled_reason: '' })
    scans.error = undefined
    expect(await arrived(6 * 3600)).toEqual([
      [at('eve'), 'Mine: 1 bug'],
      [at('ivan'), 'Mine: 1 bug'],
    ])
    await tracker.close()
  })

  it('is not sent to a recipient if the search fails for them only, and the schedule stays', async () => {
    const { tracker, arrived, schedule } = await openScheduled(open, 'f1=bug_group&o1=equals&v1=secret&product=Widgets')
    const sent = await arrived(day)
    expect(sent.map(([reader]) => reader)).not.toContain(at('eve'))
    expect(await schedule()).toMatchObject({ is_enabled: true, disabled_reason: '' })
    await tracker.close()
  })

  const changes: Readonly<Record<string, (world: World, id: number) => Promise<unknown>>> = {
    'the schedule was disabled': (world, id) => world.as('ivan').schedules.update({ id, is_enabled: false }),
    'the schedule was deleted': (world, id) => world.as('ivan').schedules.delete({ id }),
    'its owner was disabled': (world) =>
      world.as('admin').users.update({ names: [at('ivan')], login_denied_text: 'Left' }),
  }
  for (const [what, change] of Object.entries(changes))
    it(`is not sent if ${what} in the meantime`, async () => {
      const { world, tracker, id, arrived, queue } = await openScheduled(open)
      await queue(['eve', 'ivan'])
      await change(world, id)
      expect(await arrived()).toEqual([])
      expect((await outbox(world)).filter(({ kind, state }) => kind === 'search' && state !== 'sent')).toEqual([])
      await tracker.close()
    })

  it('is not sent to a recipient who gets none any more', async () => {
    const { world, tracker, arrived, queue } = await openScheduled(open)
    await world.as('admin').users.update({ names: [at('eve')], email_enabled: false })
    await queue(['eve', 'ivan'])
    expect(await arrived()).toEqual([[at('ivan'), 'Mine: 1 bug']])
    await tracker.close()
  })
})
