// Number of statements that mail costs: in the requests that cause it, and in delivery.
import { expect, it } from 'vitest'
import { inStore } from '../../test/bug-rows.js'
import { at, file, minimal } from '../../test/bugs.js'
import { countingStore } from '../../test/counting-store.js'
import { onAnyStore, type World } from '../../test/harness.js'
import { outbox, recordingMailer } from '../../test/mail.js'
import { createSetupReader } from '../setup/read-setup.js'
import { defaultEnvironment } from '../kernel/environment.js'
import type { NewRow, TrackerSchema, Writer } from '../schema/index.js'
import { fold, type Store } from '../store/index.js'
import { createTracker, type Tracker } from '../tracker/tracker.js'
import { composeMessages } from './messages/compose.js'
import { expandEntries } from '../delivery/mail/expand.js'
import { defaultTemplates } from './messages/templates.js'

/** A tracker without mailer on the store, and how many statements it has made since last asked. */
async function counted({ store, clock }: World) {
  const counting = countingStore(store)
  const tracker = await createTracker({ store: counting.store, testing: { clock: clock.now } })
  const statements = () => counting.queries.splice(0).length + counting.writes.splice(0).length
  await tracker.as({ login: at('alice') }).bugs.get({ ids: [] })
  statements()
  return { tracker, statements }
}

/** Adds `size` users to the CC list of a bug. */
async function crowd(world: World, bugId: number, size: number): Promise<void> {
  await inStore(world.store, async (tx) => {
    const ids = await tx.insert(
      'users',
      Array.from({ length: size }, (_, index) => ({
        login: `c${index}@example.com`,
        login_folded: fold(`c${index}@example.com`),
        real_name: '',
        real_name_folded: '',
        email_enabled: true,
        login_denied_text: '',
        creation_time: world.clock.now(),
      })),
    )
    await tx.insert(
      'bug_cc',
      ids.map((user_id) => ({ bug_id: bugId, user_id })),
    )
  })
}

onAnyStore('the cost of mail', (open) => {
  it('is no statement more for the request, whatever it does and however many people get mail', async () => {
    const world = await open()
    const bug = await file(world)
    await crowd(world, bug.id, 200)
    const others = [await file(world), await file(world)].map(({ id }) => id)
    const { tracker, statements } = await counted(world)
    let n = 0
    const requests: ((tracker: Tracker) => Promise<unknown>)[] = [
      (one) => one.as({ login: at('alice') }).bugs.create({ ...minimal, cc: [at('eve')] }),
      (one) => one.as({ login: at('alice') }).bugs.update({ ids: [bug.id], whiteboard: `${n++}` }),
      (one) => one.as({ login: at('alice') }).bugs.update({ ids: [bug.id, ...others], comment: { body: 'All' } }),
      (one) => one.as({ login: at('alice') }).comments.create({ id: bug.id, comment: 'One' }),
    ]
    // The first change of a bug also notes who has been there.
    for (const request of requests) await request(tracker)
    statements()
    const without: number[] = []
    for (const request of requests) {
      await request(tracker)
      without.push(statements())
    }
    await (await createTracker({ ...keptOpen(world), mail: recordingMailer() })).close()
    const withMail: number[] = []
    for (const request of requests) {
      await request(tracker)
      withMail.push(statements())
    }
    expect(withMail).toEqual(without)
    expect(await outbox(world)).toEqual([])
  })

  it('is the same number of statements for two people and for two hundred, to find them and to write to them', async () => {
    const world = await open()
    const bugs = [await file(world), await file(world)]
    await crowd(world, bugs[1]?.id ?? 0, 200)
    await (await createTracker({ ...keptOpen(world), mail: recordingMailer() })).close()
    const { store, queries, writes } = countingStore(world.store)
    const statements = () => queries.splice(0).length + writes.splice(0).length
    const environment = { ...defaultEnvironment, clock: world.clock.now }
    const parts = {
      environment,
      readSetup: createSetupReader(),
      mailer: recordingMailer(),
      templates: defaultTemplates,
    }
    const context = { ...parts, store: store as unknown as Store<TrackerSchema> }
    const counts: number[][] = []
    for (const bug of bugs) {
      await world.as('alice').comments.create({ id: bug.id, comment: 'For all' })
      statements()
      await expandEntries(context, createUnclaimed)
      const toFind = statements()
      const rows = (await outbox(world)).filter((row) => row.bug_id === bug.id)
      const messages = await composeMessages(context, rows)
      expect(messages.filter((message) => message !== 'nothing' && 'text' in message)).toHaveLength(rows.length)
      counts.push([toFind, statements()])
    }
    // The first one also reads the configuration.
    expect(await outbox(world)).toHaveLength(2 + 202)
    expect(counts[1]?.[0]).toBeLessThanOrEqual(counts[0]?.[0] ?? 0)
    expect(counts[1]?.[1]).toBe(counts[0]?.[1])
    expect(counts[1]?.[1]).toBeLessThanOrEqual(20)
  })

  it('is one statement more to find them if other changes of the bug have followed, however many', async () => {
    const world = await open()
    const { id } = await file(world)
    await (await createTracker({ ...keptOpen(world), mail: recordingMailer() })).close()
    const { store, queries, writes } = countingStore(world.store)
    const environment = { ...defaultEnvironment, clock: world.clock.now }
    const parts = { environment, readSetup: createSetupReader(), mailer: recordingMailer() }
    const context = { ...parts, templates: defaultTemplates, store: store as unknown as Store<TrackerSchema> }
    const counts: number[] = []
    for (const assignees of [['carl'], ['eve'], ['carl', 'eve', 'carl', 'eve', 'carl']]) {
      for (const name of assignees) await world.as('alice').bugs.update({ ids: [id], assigned_to: at(name) })
      queries.splice(0)
      writes.splice(0)
      await expandEntries(context, createUnclaimed)
      counts.push(queries.length + writes.length)
    }
    // The first one also reads the configuration.
    const [, ofOne = 0, ofMany] = counts
    expect(ofMany).toBe(ofOne + 1)
  })

  it('is two reads for one change, the second of which finds nothing more, and two writes: of its messages, and of the record that they were sent', async () => {
    const world = await open()
    const bug = await file(world)
    await crowd(world, bug.id, 4)
    let [reads, writes] = [0, 0]
    const counting = countingStore(keptOpen(world).store)
    const { store } = counting
    const read: typeof store.read = (...args) => {
      reads++
      return store.read(...args)
    }
    const write: typeof store.write = (...args) => {
      writes++
      return store.write(...args)
    }
    const mailer = recordingMailer()
    const options = { ...keptOpen(world), store: { ...store, read, write } }
    const post = await createTracker({ ...options, mail: { mailer, onDemand: true } })
    await world.as('alice').comments.create({ id: bug.id, comment: 'For all' })
    reads = writes = 0
    counting.queries.splice(0)
    counting.writes.splice(0)
    await post.deliverMail()
    expect(mailer.sent).toHaveLength(6)
    expect((await outbox(world)).filter((row) => row.state === 'sent')).toHaveLength(6)
    expect([reads, writes]).toEqual([2, 2])
    expect(counting.writes).toEqual(['feed_cursors', 'mail_outbox', 'mail_outbox'])
    expect(counting.queries.length).toBeLessThanOrEqual(24)
    await post.close()
  })
})

async function createUnclaimed(tx: Writer, messages: readonly NewRow<'mail_outbox'>[]) {
  await tx.insert('mail_outbox', messages)
  return { rows: [], isMore: false, areCreated: false }
}

/** Options of another tracker on the same store; closing that tracker leaves the store open. */
function keptOpen({ store, clock }: World) {
  return { store: { ...store, close: () => undefined }, testing: { clock: clock.now } }
}
