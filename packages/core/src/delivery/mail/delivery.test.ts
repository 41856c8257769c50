// That every message is delivered, by one tracker, once; whatever mailers, processes and stores do.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, minimal, update } from '../../../test/bugs.js'
import { createTestRandom, onAnyStore, type World } from '../../../test/harness.js'
import { recordingSender } from '../../../test/webhooks.js'
import { entries, openMailWorld, outbox, recordingMailer } from '../../../test/mail.js'
import { defaultEnvironment } from '../../kernel/environment.js'
import { StoreError, type PlainStore, type Store } from '../../store/index.js'
import type { TrackerOptions } from '../../tracker/options.js'
import { createTracker } from '../../tracker/tracker.js'
import type { TrackerSchema } from '../../schema/index.js'
import { createSetupReader } from '../../setup/read-setup.js'
import { defaultTemplates } from '../../mail/messages/templates.js'
import { createDispatcher } from './dispatcher.js'
import { maxAttempts } from './attempts.js'
import { claimLength } from '../outbox/claims.js'
import { claim } from './delivery.js'
import { outgoing } from '../../call/mail-outbox.js'

const quiet = { warn: () => undefined, error: () => undefined }

/** Another process on the same store: closing it leaves the store open. */
async function another({ store, clock }: World, options: Pick<TrackerOptions, 'mail' | 'webhooks'> = {}, seed = 99) {
  const shared: Store = { ...store, close: () => undefined }
  return createTracker({
    store: shared,
    testing: { clock: clock.now, random: createTestRandom(seed) },
    logger: quiet,
    ...options,
  })
}

/** Returns the same store, on which webhook delivery cannot start. */
function withoutCursorOfWebhooks(store: Store): Store {
  const plain = store as unknown as PlainStore
  const failing: PlainStore = {
    ...plain,
    write: (work) =>
      plain.write((tx) =>
        work({
          ...tx,
          put(into, rows) {
            if (rows.some(({ name }) => name === 'webhooks')) throw new Error('no cursor')
            return tx.put(into, rows)
          },
        }),
      ),
  }
  return failing as unknown as Store
}

/** Resolves when the function has been called. */
function signal() {
  let tell: () => void = () => undefined
  const told = new Promise<void>((resolve) => (tell = resolve))
  return { tell, told }
}

onAnyStore('delivery of mail', (open) => {
  it('starts after the commit', async () => {
    const mailer = recordingMailer()
    const arrived = signal()
    mailer.before = () => arrived.tell()
    const world = await open({ mail: mailer })
    await file(world)
    await arrived.told
    await world.tracker.deliverMail()
    expect(mailer.sent.map((message) => message.to).toSorted()).toEqual([at('bob'), at('ivan')])
  })

  it('waits on demand for deliverMail, and keeps mail however far the clock has gone since', async () => {
    const mailer = recordingMailer()
    const world = await open({ mail: { mailer, onDemand: true } })
    await file(world)
    world.clock.advance(30 * 24 * 3600)
    await file(world)
    // Long enough for a delivery started in the background to have claimed its rows.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect([(await entries(world)).length, await outbox(world)]).toEqual([2, []])
    await world.tracker.deliverMail()
    expect(mailer.sent.map((message) => message.to).toSorted()).toEqual([at('bob'), at('bob'), at('ivan'), at('ivan')])
  })

  it('delivers what changes while it sends', async () => {
    const mailer = recordingMailer()
    const world = await open({ mail: { mailer, onDemand: true } })
    await file(world)
    mailer.before = async () => {
      mailer.before = () => undefined
      await file(world)
    }
    await world.tracker.deliverMail()
    expect(mailer.sent.map((message) => message.to).toSorted()).toEqual([at('bob'), at('bob'), at('ivan'), at('ivan')])
  })

  it('goes through with everything if the store fails once while messages are being sent', async () => {
    const world = await open()
    let isFailing = false
    const write: Store['write'] = async (work, options) => {
      if (!isFailing) return world.store.write(work, options)
      isFailing = false
      throw new StoreError('unavailable', 'It fails once')
    }
    const mailer = recordingMailer()
    const tracker = await another({ ...world, store: { ...world.store, write } }, { mail: { mailer, onDemand: true } })
    for (let count = 0; count < 60; count++) await file(world)
    mailer.before = async () => {
      isFailing = mailer.sent.length === 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    await tracker.deliverMail()
    expect(new Set(mailer.sent.map(({ message_id }) => message_id)).size).toBe(120)
    await tracker.close()
  })

  it('sends what gets the number of a message that a failover has lost, whose sending could not be recorded', async () => {
    const world = await open()
    let isFailing = false
    const write: Store['write'] = async (work, options) => {
      if (isFailing) throw new StoreError('unavailable', 'The primary is gone')
      return world.store.write(work, options)
    }
    const mailer = recordingMailer()
    const tracker = await another({ ...world, store: { ...world.store, write } }, { mail: { mailer, onDemand: true } })
    mailer.before = async () => void (isFailing = true)
    await file(world)
    await tracker.deliverMail()
    const sent = mailer.sent.splice(0).length
    expect(sent).toBeGreaterThan(0)
    isFailing = false
    mailer.before = () => undefined
    // The standby has not seen these messages; the next ones get their IDs.
    world.clock.advance(1)
    await inStore(world.store, async (tx) => {
      const later = { creation_time: world.clock.now(), next_attempt: world.clock.now() }
      await tx.update(
        'mail_outbox',
        { col: 'state', eq: 'waiting' },
        { ...later, claimed_by: null, claimed_until: null },
      )
    })
    await tracker.deliverMail()
    expect(mailer.sent).toHaveLength(sent)
    await tracker.close()
  })

  it('does not start if the tracker fails to open because webhooks cannot start', async () => {
    const world = await open({ mail: { mailer: recordingMailer(), onDemand: true } })
    await file(world)
    const mailer = recordingMailer()
    const store = withoutCursorOfWebhooks(world.store)
    await expect(
      another({ ...world, store }, { mail: mailer, webhooks: { sender: recordingSender() } }),
    ).rejects.toThrow('no cursor')
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    await world.tracker.deliverMail()
    expect(mailer.sent).toEqual([])
  })

  it('belongs to the transaction of the change: a change that fails sends no mail', async () => {
    const { world, arrived } = await openMailWorld(open)
    const bug = await file(world)
    await arrived()
    await expect(update(world, bug.id, { priority: 'High', status: 'nonsense' })).rejects.toMatchObject({
      code: 'object_does_not_exist',
    })
    expect(await arrived()).toEqual([])
    expect((await outbox(world)).filter((row) => row.state !== 'sent')).toEqual([])
  })

  it('loses no mail in a crash between commit and delivery', async () => {
    const world = await open()
    const first = await another(world, { mail: recordingMailer() })
    // It promised to deliver, and is gone before the change is made by a tracker without mailer.
    await first.close()
    const bug = await file(world)
    expect(await entries(world)).toMatchObject([{ kind: 'bug', bug_id: bug.id }])
    const mailer = recordingMailer()
    const next = await another(world, { mail: mailer })
    await next.deliverMail()
    expect(mailer.sent.map((message) => message.to).toSorted()).toEqual([at('bob'), at('ivan')])
    await next.close()
  })

  it('loses no mail in a crash while sending, and sends it again with the same message id', async () => {
    const { world, mailer } = await openMailWorld(open)
    await file(world)
    await world.tracker.deliverMail()
    const [sent] = mailer.sent
    // As a process leaves it that claims, sends and is killed before it can say so.
    await inStore(world.store, async (tx) => {
      const waiting = { state: 'waiting', sent_time: null, next_attempt: world.clock.now() }
      await tx.update(
        'mail_outbox',
        { col: 'user_id', eq: Number(sent?.message_id.split('-')[2]?.split('@')[0]) },
        waiting,
      )
      await claim(tx, { ...defaultEnvironment, clock: world.clock.now }, 'killed', {
        most: 10,
        isIdle: true,
      })
    })
    mailer.sent.splice(0)
    await world.tracker.deliverMail()
    expect(mailer.sent).toEqual([])
    world.clock.advance(claimLength / 1000 + 1)
    await world.tracker.deliverMail()
    expect(mailer.sent).toEqual([sent])
  })

  it('counts an attempt that ended with its process, and gives up after the usual number of attempts', async () => {
    const { world, mailer } = await openMailWorld(open)
    const bug = await file(world)
    await world.tracker.deliverMail()
    await inStore(world.store, async (tx) => tx.delete('mail_outbox', { and: [] }))
    mailer.sent.splice(0)
    await inStore(world.store, async (tx) => {
      const payload = { by: 1, is_new: false, history: [], comments: [], holds: [], is_global: false }
      const row = outgoing(world.clock.now(), { kind: 'bug', bug_id: bug.id, user_id: 1, payload })
      await tx.insert('mail_outbox', [row])
    })
    const environment = { ...defaultEnvironment, clock: world.clock.now }
    const wanted = { most: 8, isIdle: true }
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const take = (name: string) => inStore(world.store, (tx) => claim(tx, environment, name, wanted))
      expect([(await take('killed')).rows.length, (await take('another')).rows.length]).toEqual([1, 0])
      const [row] = await outbox(world)
      expect(row).toMatchObject({ attempts: attempt, state: 'waiting' })
      world.clock.advance(6 * 3600)
    }
    await world.tracker.deliverMail()
    expect(await outbox(world)).toMatchObject([
      { state: 'dead', attempts: maxAttempts, last_error: 'the process that rendered or sent it exited' },
    ])
  })

  it('sends a message that may have crashed its process separately, without delaying others', async () => {
    // Without a mailer, because a dispatcher would claim messages as well.
    const world = await open()
    const environment = { ...defaultEnvironment, clock: world.clock.now }
    const take = (isIdle: boolean) => inStore(world.store, (tx) => claim(tx, environment, 'me', { most: 8, isIdle }))
    const add = async (count: number) => {
      const row = outgoing(world.clock.now(), { kind: 'bug', payload: {} })
      await inStore(world.store, (tx) => tx.insert('mail_outbox', Array<typeof row>(count).fill(row)))
    }
    await add(3)
    expect((await take(true)).rows).toHaveLength(3)
    world.clock.advance(claimLength / 1000 + 1)
    await add(2)
    expect([(await take(false)).rows.length, (await take(true)).rows.length, (await take(true)).rows.length]).toEqual([
      0, 1, 1,
    ])
    expect((await outbox(world)).map((row) => row.attempts)).toEqual([2, 2, 1, 0, 0])
  })

  it('sends each message once, however many trackers deliver', async () => {
    const { world, mailer } = await openMailWorld(open)
    const mailers = [recordingMailer(), recordingMailer()] as const
    const others = [await another(world, { mail: mailers[0] }, 7), await another(world, { mail: mailers[1] }, 8)]
    const trackers = [world.tracker, ...others]
    const bugs = [await file(world), await file(world), await file(world)]
    await Promise.all(trackers.map((tracker) => tracker.deliverMail()))
    for (let round = 0; round < 4; round++) {
      const changes = trackers.map((tracker, index) =>
        tracker.as({ login: at('alice') }).bugs.update({ ids: [bugs[index]?.id ?? 0], whiteboard: `round ${round}` }),
      )
      await Promise.all(changes)
    }
    for (let round = 0; round < 3; round++) await Promise.all(trackers.map((tracker) => tracker.deliverMail()))
    const ids = [mailer, ...mailers].flatMap(({ sent }) => sent.map((message) => message.message_id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength((3 + 3 * 4) * 2)
    for (const tracker of others) await tracker.close()
  })

  it('does not wait for a time that only a clock far ahead has set', async () => {
    const { world, arrived } = await openMailWorld(open)
    const ahead = () => new Date(world.clock.now().getTime() + 2 * 86_400_000)
    const other = await createTracker({ store: world.store, testing: { clock: ahead }, logger: quiet })
    await other.as({ login: at('alice') }).bugs.create(minimal)
    await arrived()
    expect(await outbox(world)).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
    // As a process leaves it that has claimed it and is gone, and then the clock is set right.
    const claimed = { state: 'waiting', claimed_by: 'somebody else', claimed_until: ahead(), next_attempt: ahead() }
    await inStore(world.store, (tx) => tx.update('mail_outbox', { and: [] }, claimed))
    expect(await arrived()).toHaveLength(2)
  })

  it('tries again at longer and longer intervals, and gives up in the end', async () => {
    const { world, mailer } = await openMailWorld(open)
    const attempts: Date[] = []
    mailer.before = ({ to }) => {
      if (to === at('bob')) attempts.push(world.clock.now())
      throw new Error('421 come back later\nAUTH secret')
    }
    await file(world)
    await world.tracker.deliverMail()
    const started = world.clock.now()
    await world.tracker.deliverMail()
    expect(attempts).toEqual([started])
    for (let hour = 0; hour < 24 * 4; hour++) {
      for (const row of await outbox(world)) expect(row.last_error).toBe('421 come back later')
      world.clock.advance(hour === 0 ? 30 : 3600)
      await world.tracker.deliverMail()
    }
    expect(attempts).toHaveLength(maxAttempts)
    expect((await outbox(world)).map(({ state, attempts: tried }) => [state, tried])).toEqual([
      ['dead', maxAttempts],
      ['dead', maxAttempts],
    ])
  })

  it('gives up at once after an error that the mailer calls permanent', async () => {
    const { world, mailer } = await openMailWorld(open)
    mailer.before = () => {
      throw Object.assign(new Error('550 no such user'), { permanent: true })
    }
    await file(world)
    await world.tracker.deliverMail()
    expect((await outbox(world)).map((row) => row.state)).toEqual(['dead', 'dead'])
  })

  it('turns email off after the mail server refused a recipient on five days, but not for refused messages', async () => {
    const { world, mailer } = await openMailWorld(open)
    mailer.before = ({ to }) => {
      throw Object.assign(new Error('550 no'), { permanent: true, ...(to !== at('ivan') && { bounced: true }) })
    }
    const state = async (login: string) => (await world.as('admin').users.get({ names: [login] })).users[0]
    const heard: unknown[] = []
    world.tracker.on('administration.changed', (event) => void heard.push(event))
    for (let day = 1; day <= 5; day++) {
      expect(await state(at('bob'))).toMatchObject({ email_enabled: true })
      await file(world)
      await file(world)
      await world.tracker.deliverMail()
      expect(await state(at('bob'))).toMatchObject({ bounces: day })
      world.clock.advance(86_400)
    }
    expect(await state(at('bob'))).toMatchObject({ email_enabled: false, bounced_time: expect.any(Date) as Date })
    const { changes } = await world.as('admin').changes.get({ limit: 1000 })
    const { id } = (await state(at('bob'))) ?? { id: 0 }
    expect(changes.at(-1)).toMatchObject({ type: 'administration.changed', object: { class: 'User', id }, user: null })
    expect(heard).toMatchObject([{ class: 'User', object_id: id, user_id: null }])
    expect(await state(at('ivan'))).toMatchObject({ email_enabled: true })
    expect(await state(at('ivan'))).not.toHaveProperty('bounces')
  })

  it('does not make calls wait for a mailer that hangs or throws, nor keep other people from their mail', async () => {
    const { world, mailer } = await openMailWorld(open)
    const hangs = signal()
    const go = signal()
    mailer.before = ({ to }) => {
      if (to !== at('bob')) return undefined
      hangs.tell()
      return go.told
    }
    const bug = await file(world)
    await hangs.told
    await update(world, bug.id, { priority: 'High' })
    await file(world, { product: 'Gadgets', component: 'Main', version: 'unspecified', cc: [at('eve')] })
    const arrived = signal()
    const settled = () => mailer.sent.some((message) => message.to === at('eve')) && arrived.tell()
    const looking = setInterval(settled, 5)
    await arrived.told
    clearInterval(looking)
    expect(mailer.sent.some((message) => message.to === at('bob'))).toBe(false)
    go.tell()
    await world.tracker.deliverMail()
    expect(mailer.sent.filter((message) => message.to === at('bob'))).toHaveLength(2)
  })

  it('finishes what it is sending when it is closed, and closes the mailer', async () => {
    const world = await open()
    const mailer = recordingMailer()
    const begun = signal()
    const go = signal()
    let isClosed = false
    mailer.before = () => {
      begun.tell()
      return go.told
    }
    const tracker = await another(world, {
      mail: Object.assign(mailer, {
        close: async () => {
          await Promise.resolve()
          isClosed = true
        },
      }),
    })
    await tracker.as({ login: at('alice') }).bugs.create(minimal)
    await begun.told
    const closing = tracker.close()
    expect(mailer.sent).toEqual([])
    go.tell()
    await closing
    expect(isClosed).toBe(true)
    expect(mailer.sent.length).toBeGreaterThan(0)
    expect((await outbox(world)).filter((row) => row.state === 'sent')).toHaveLength(mailer.sent.length)
  })

  it('renews its claim on what it is still sending', async () => {
    const { world, mailer } = await openMailWorld(open)
    const [begun, go] = [signal(), signal()]
    mailer.before = () => {
      begun.tell()
      return go.told
    }
    await file(world)
    await begun.told
    const other = recordingMailer()
    const tracker = await another(world, { mail: other })
    await tracker.deliverMail()
    expect(other.sent).toEqual([])
    go.tell()
    await world.tracker.deliverMail()
    await tracker.close()
    expect(mailer.sent).toHaveLength(2)
  })

  it('has tried all that is due, however much it is, when deliverMail returns', async () => {
    const { world, arrived } = await openMailWorld(open)
    const bugs = await Promise.all(Array.from({ length: 10 }, () => file(world)))
    expect(await arrived()).toHaveLength(20)
    await Promise.all(bugs.map(({ id }) => update(world, id, { priority: 'High' })))
    expect(await arrived()).toHaveLength(20)
  })

  it('ends when the tracker is closed although the mailer fails to close', async () => {
    const world = await open()
    const mailer = Object.assign(recordingMailer(), { close: () => Promise.reject(new Error('stuck')) })
    const tracker = await another(world, { mail: mailer })
    expect(await tracker.close()).toBeUndefined()
  })

  it('sends the changes of the last week without delivery, and no older ones', async () => {
    const world = await open()
    const waiting = async () => (await world.as('admin').mail.list()).changes_waiting
    const deliver = async () => {
      const mailer = recordingMailer()
      const tracker = await another(world, { mail: mailer })
      await tracker.deliverMail()
      await tracker.close()
      return mailer.sent.length
    }
    await file(world)
    expect([await waiting(), await deliver()]).toEqual([0, 0])
    world.clock.advance(6.9 * 86_400)
    await file(world)
    expect([await waiting(), await deliver(), await waiting()]).toEqual([1, 2, 0])
    world.clock.advance(7.1 * 86_400)
    await file(world)
    expect([await waiting(), await deliver()]).toEqual([0, 0])
    await file(world)
    expect(await deliver()).toBe(2)
  })

  it('loses nothing of what happens while two trackers begin to deliver at once', async () => {
    const world = await open()
    await file(world)
    const mailer = recordingMailer()
    const trackers: Awaited<ReturnType<typeof another>>[] = []
    let filed: Promise<unknown> | undefined
    // The second to look around is the first to be ready, and something happens before the other is.
    const store = world.store as unknown as Store<TrackerSchema>
    const begin = async () => {
      trackers.push(await another(world, { mail: mailer }))
      await file(world)
    }
    const late: Store<TrackerSchema> = {
      ...store,
      async write(work) {
        filed ??= begin()
        await filed
        return store.write(work)
      },
    }
    const environment = { ...defaultEnvironment, clock: world.clock.now, random: createTestRandom(5), logger: quiet }
    const delivering = { mailer, templates: defaultTemplates, notify: () => undefined }
    const context = { store: late, environment, readSetup: createSetupReader(), ...delivering }
    const dispatcher = await createDispatcher(context, true)
    await trackers[0]?.deliverMail()
    expect(mailer.sent.map((message) => message.to).toSorted()).toEqual([at('bob'), at('ivan')])
    await dispatcher.close()
    for (const tracker of trackers) await tracker.close()
  })

  it('sends nothing about changes made while email was off', async () => {
    const { world, mailer } = await openMailWorld(open)
    const method = (value: string) =>
      world.as('admin').parameters.update({ parameters: { mail_delivery_method: value } })
    await method('None')
    await file(world)
    await world.tracker.deliverMail()
    await file(world)
    await method('Test')
    await world.tracker.deliverMail()
    expect([await outbox(world), mailer.sent]).toEqual([[], []])
    await file(world)
    await world.tracker.deliverMail()
    expect(mailer.sent).toHaveLength(2)
  })

  it('deletes what was sent after a week, and what was given up after three months', async () => {
    const { world, mailer } = await openMailWorld(open)
    await file(world)
    await world.tracker.deliverMail()
    mailer.before = () => {
      throw Object.assign(new Error('no'), { permanent: true })
    }
    await file(world)
    await world.tracker.deliverMail()
    const count = async (days: number) => {
      world.clock.advance(days * 86_400)
      await world.tracker.deliverMail()
      return (await outbox(world)).map((row) => row.state)
    }
    expect(await count(6)).toEqual(['sent', 'sent', 'dead', 'dead'])
    expect(await count(2)).toEqual(['dead', 'dead'])
    expect(await count(83)).toEqual([])
  })

  it('stores one entry for a request, however many people are on CC', async () => {
    const { world, arrived } = await openMailWorld(open)
    const bug = await file(world, { cc: [at('eve'), at('carl'), at('admin')] })
    await arrived()
    const before = await entries(world)
    await inStore(world.store, (tx) => tx.delete('mail_outbox', { and: [] }))
    const silent = await another(world)
    await silent.as({ login: at('alice') }).bugs.update({ ids: [bug.id], summary: 'One row for all of them' })
    expect((await entries(world)).slice(before.length)).toMatchObject([{ kind: 'bug', bug_id: bug.id }])
    expect(await outbox(world)).toEqual([])
    await silent.close()
  })
})
