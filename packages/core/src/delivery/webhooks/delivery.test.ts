// Order, retries and claims of webhook requests.
import { memoryStore } from '@trackerkit/adapter-memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { file, update } from '../../../test/bugs.js'
import { createTestRandom, onAnyStore, openWorld, type World } from '../../../test/harness.js'
import { entries, recordingMailer } from '../../../test/mail.js'
import { bodyOf, deliveries, openWebhookWorld, recordingSender, verify } from '../../../test/webhooks.js'
import type { Store } from '../../store/index.js'
import type { TrackerOptions } from '../../tracker/options.js'
import { createTracker } from '../../tracker/tracker.js'

const quiet = { warn: () => undefined, error: () => undefined }

/** Another process on the same store: closing it leaves the store open. */
async function another({ store, clock }: World, sender = recordingSender(), seed = 99) {
  const shared: Store = { ...store, close: () => undefined }
  const options = { testing: { clock: clock.now, random: createTestRandom(seed) }, logger: quiet }
  const tracker = await createTracker({ store: shared, ...options, webhooks: { sender, onDemand: true } })
  return { tracker, sender }
}

const seqs = (requests: readonly { readonly body: string }[]) =>
  requests.map((request) => bodyOf(request).data.change.seq)

const day = 24 * 3600

onAnyStore('delivery to webhooks', (open) => {
  it('keeps the changes of a bug in order while the first one fails, with one attempt at a time', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('alice')
    sender.answer = () => ({ status: 503 })
    const [bug, other] = [await file(world), await file(world, { component: 'Core' })]
    await update(world, bug.id, { priority: 'High' })
    // Deliveries about both bugs start together, before either has failed.
    const begun = seqs(await arrived())
    expect(begun).toHaveLength(2)
    await update(world, other.id, { priority: 'Low' })
    world.clock.advance(10)
    expect(await arrived()).toHaveLength(1)
    sender.answer = () => ({})
    world.clock.advance(90)
    const rest = await arrived()
    const ofBug = (id: number) => seqs(rest.filter((request) => bodyOf(request).data.bug.id === id))
    for (const id of [bug.id, other.id]) expect(ofBug(id)).toEqual(ofBug(id).toSorted((a, b) => a - b))
    expect(new Set(seqs(rest)).size).toBe(4)
    expect((await deliveries(world)).every(({ state }) => state === 'sent')).toBe(true)
    expect(await arrived()).toEqual([])
  })

  it('retries with growing delays, then fails the delivery and continues with the next one', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await world.tracker.asSystem().parameters.update({ parameters: { webhook_disable_days: '365' } })
    const { id } = await hook('alice')
    const bug = await file(world)
    await update(world, bug.id, { priority: 'High' })
    sender.answer = (request) => ({ status: bodyOf(request).type === 'bug.created' ? 500 : 200, body: 'No\0!' })
    const moments: number[] = []
    const began = world.clock.now().getTime()
    for (const seconds of [0, 6, 72, 360, 2160, 8640, 21_600, 43_200, 60_480, 86_400, 104_000, 104_000]) {
      world.clock.advance(seconds)
      const requests = await arrived()
      for (const request of requests)
        if (bodyOf(request).type === 'bug.created') moments.push((world.clock.now().getTime() - began) / 1000)
    }
    expect(moments).toHaveLength(11)
    const log = (await world.as('alice').webhooks.deliveries({ id })).deliveries
    expect(log).toMatchObject([
      { state: 'sent', status: 200, attempts: 0, last_error: null },
      { state: 'dead', status: 500, attempts: 11, last_error: 'it responded with 500', answer: 'No!' },
    ])
  })

  it('waits as long as a receiver asks for that is busy', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('alice')
    sender.answer = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    await file(world)
    expect(await arrived()).toHaveLength(1)
    world.clock.advance(3590)
    expect(await arrived()).toEqual([])
    world.clock.advance(11)
    expect(await arrived()).toHaveLength(1)
  })

  it('disables a webhook with 10,000 queued deliveries, and sends these first when it is enabled again', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    const { id } = await hook('bob')
    sender.answer = () => ({ status: 500 })
    const happen = async () => {
      await file(world)
      const requests = await arrived()
      const [webhook] = (await world.as('bob').webhooks.get()).webhooks
      return { isEnabled: webhook?.is_enabled, count: requests.length }
    }
    expect(await happen()).toEqual({ isEnabled: true, count: 1 })
    await inStore(world.store, async (tx) => {
      const [{ id: _id, ...first } = {} as never] = await tx.select({ from: 'webhook_deliveries' })
      const rows = Array.from({ length: 9998 }, (_, n) => ({ ...first, message_id: `chg_${n}`, bug_id: 1000 + n }))
      for (let from = 0; from < rows.length; from += 500)
        await tx.insert('webhook_deliveries', rows.slice(from, from + 500))
    })
    expect(await happen()).toMatchObject({ isEnabled: false })
    await world.as('bob').webhooks.update({ ids: [id], is_enabled: true })
    expect(await happen()).toEqual({ isEnabled: true, count: 4 })
  })

  it('disables a webhook at once when its receiver is gone, and after five days without a success, and notifies the owner', async () => {
    const mailer = recordingMailer()
    const { world, sender, hook, arrived } = await openWebhookWorld((options) => open({ ...options, mail: mailer }))
    const { id } = await hook('bob', { name: 'Gone', url: 'https://ci.example.com/x?token=t0p' })
    const mails = async () => {
      await world.tracker.deliverMail()
      return mailer.sent.splice(0).filter(({ subject }) => subject.includes('Webhook'))
    }
    sender.answer = () => ({ status: 410 })
    const bug = await file(world)
    await arrived()
    const { webhooks } = world.as('bob')
    expect((await webhooks.get()).webhooks).toMatchObject([
      { is_enabled: false, disabled_reason: 'the receiver answered 410: it wants no more' },
    ])
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'bob@example.com', subject: expect.stringContaining('Gone') as unknown })
    expect(mail?.text).toContain('https://ci.example.com/x\n')
    expect(mail?.text).not.toContain('t0p')
    await expect(webhooks.redeliver({ id, since: world.clock.now() })).rejects.toMatchObject({ number: 1412 })
    await update(world, bug.id, { priority: 'High' })
    expect(await arrived()).toEqual([])
    // Enabled again, it sends the waiting deliveries, but not changes made while it was disabled.
    sender.answer = () => ({ status: 500 })
    await webhooks.update({ ids: [id], is_enabled: true })
    expect(seqs(await arrived())).toHaveLength(1)
    for (let days = 0; days < 4; days++) {
      world.clock.advance(day * 1.3)
      await arrived()
    }
    expect((await webhooks.get()).webhooks).toMatchObject([{ is_enabled: false }])
    expect((await mails())[0]?.text).toContain('nothing has succeeded for 5 days; last: it responded with 500')
  })

  it('is by one process each, however many there are', async () => {
    const { world, sender, hook } = await openWebhookWorld(open)
    await hook('alice')
    const other = await another(world)
    for (let n = 0; n < 6; n++) await file(world)
    await Promise.all([world.tracker.deliverWebhooks(), other.tracker.deliverWebhooks()])
    await Promise.all([world.tracker.deliverWebhooks(), other.tracker.deliverWebhooks()])
    const ids = [...sender.requests, ...other.sender.requests].map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
    await other.tracker.close()
  })

  it('makes four requests of one webhook at once, and not more', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    await hook('alice')
    let [now, most] = [0, 0]
    sender.answer = async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now--
      return {}
    }
    for (let n = 0; n < 10; n++) await file(world)
    expect(await arrived()).toHaveLength(10)
    expect(most).toBe(4)
  })

  it('retries the deliveries of an ended process after a minute', async () => {
    const { world, hook } = await openWebhookWorld(open)
    await hook('alice')
    let isSent: () => void = () => undefined
    const sent = new Promise<void>((resolve) => (isSent = resolve))
    const ending = recordingSender()
    let goOn: () => void = () => undefined
    ending.answer = () => {
      isSent()
      return new Promise((resolve) => (goOn = () => resolve({ status: 500 })))
    }
    const first = await another(world, ending)
    await file(world)
    void first.tracker.deliverWebhooks()
    await sent
    const second = await another(world, undefined, 5)
    await second.tracker.deliverWebhooks()
    expect(second.sender.requests).toEqual([])
    world.clock.advance(61)
    await second.tracker.deliverWebhooks()
    expect(second.sender.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      ending.requests.map(({ headers }) => headers['webhook-id']),
    )
    // Where it comes to itself again, it changes nothing any more.
    goOn()
    await first.tracker.close()
    await second.tracker.close()
    expect(await deliveries(world)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  it('is signed with the secret before as long as that is valid', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    const { id, secret } = await hook('alice')
    const { secret: second } = await world.as('alice').webhooks.rotate({ id, keep_hours: 1 })
    await file(world)
    const [both] = await arrived()
    world.clock.advance(3601)
    await file(world)
    const [one] = await arrived()
    if (!both || !one) throw new Error('two requests were awaited')
    expect([secret, second].map((key) => verify(key, both))).toEqual([true, true])
    expect([secret, second].map((key) => verify(key, one))).toEqual([false, true])
  })

  it('is tried by a ping, also while the webhook is disabled, and says what came of it', async () => {
    const { world, sender, hook } = await openWebhookWorld(open)
    const { id, secret } = await hook('alice', { is_enabled: false })
    const { webhooks } = world.as('alice')
    const { delivery } = await webhooks.ping({ id })
    expect(delivery).toMatchObject({ kind: 'ping', state: 'sent', status: 204, seq: null, bug_id: null })
    const [request] = sender.requests
    expect(request && verify(secret, request)).toBe(true)
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ type: 'ping', data: { webhook: { id, name: 'Builds' } } })
    sender.answer = () => Promise.reject(new Error('connect ECONNREFUSED'))
    const failed = (await webhooks.ping({ id })).delivery
    expect(failed).toMatchObject({ state: 'dead', attempts: 1, last_error: 'connect ECONNREFUSED' })
    expect((await webhooks.get()).webhooks).toMatchObject([{ failing_since: null }])
    await expect(world.as('bob').webhooks.ping({ id })).rejects.toMatchObject({ number: 51 })
    const inTransaction = world.tracker.transaction((tx) => tx.as({ login: 'alice@example.com' }).webhooks.ping({ id }))
    await expect(inTransaction).rejects.toMatchObject({ code: 'not_in_transaction' })
  })

  it('begins again with what is asked for, under the same id and in order', async () => {
    const { world, hook, arrived } = await openWebhookWorld(open)
    const { id } = await hook('alice')
    const bug = await file(world)
    await update(world, bug.id, { priority: 'High' })
    const before = await arrived()
    const { webhooks } = world.as('alice')
    const { deliveries: log } = await webhooks.deliveries({ id, limit: 1 })
    expect(await webhooks.deliveries({ id, limit: 1 })).toMatchObject({ more: true })
    expect(await webhooks.redeliver({ id, deliveries: log.map((one) => one.id) })).toEqual({ count: 1 })
    const [again] = await arrived()
    expect([again?.headers['webhook-id'], again?.body]).toEqual([before[1]?.headers['webhook-id'], before[1]?.body])
    expect(await webhooks.redeliver({ id, since: new Date(0) })).toEqual({ count: 2 })
    expect(await webhooks.redeliver({ id, since: new Date(0), failed: true })).toEqual({ count: 0 })
    expect(seqs(await arrived())).toEqual(seqs(before))
    const absent = { code: 'object_does_not_exist', data: { kind: 'delivery', value: 99 } }
    await expect(webhooks.redeliver({ id, deliveries: [99] })).rejects.toMatchObject(absent)
    await expect(webhooks.redeliver({ id })).rejects.toMatchObject({ code: 'param_required' })
  })

  it('begins again with what was given up, however much was sent since', async () => {
    const { world, sender, hook, arrived } = await openWebhookWorld(open)
    const { id } = await hook('alice')
    sender.answer = () => ({ status: 410 })
    await file(world)
    await arrived()
    await inStore(world.store, async (tx) => {
      const [row] = await tx.select({ from: 'webhook_deliveries' })
      if (!row) throw new Error('a delivery was awaited')
      await tx.update('webhook_deliveries', { col: 'id', eq: row.id }, { state: 'dead' })
      const { id: _, ...ping } = { ...row, seq: null, bug_id: null, kind: 'ping', message_id: 'ping_0', state: 'sent' }
      await tx.insert(
        'webhook_deliveries',
        Array.from({ length: 1000 }, () => ping),
      )
    })
    await world.as('alice').webhooks.update({ ids: [id], is_enabled: true })
    const again = { id, since: new Date(0), failed: true }
    expect(await world.as('alice').webhooks.redeliver(again)).toEqual({ count: 1 })
  })

  it('sends nothing about changes made before a week without delivery, and reports that to those who test the webhook', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    const { id } = await system.webhooks.create({ name: 'Builds', url: 'https://ci.example.com/', events: ['created'] })
    await expect(world.as('admin').webhooks.ping({ id })).rejects.toMatchObject({
      code: 'webhook_sender_missing',
      number: 1413,
    })
    await file(world)
    const first = await another(world)
    await first.tracker.deliverWebhooks()
    expect(first.sender.requests).toEqual([])
    await first.tracker.close()
    await file(world)
    const second = await another(world)
    await second.tracker.deliverWebhooks()
    expect(second.sender.requests).toHaveLength(1)
    await second.tracker.close()
    await file(world)
    world.clock.advance(8 * day)
    const late = await another(world)
    await late.tracker.deliverWebhooks()
    expect([late.sender.requests, (await entries(world)).length > 2]).toEqual([[], true])
    await late.tracker.close()
  })

  it('refuses a URL that the sender refuses, when a webhook is made or moved', async () => {
    const { world, sender, hook } = await openWebhookWorld(open)
    const { id } = await hook('alice')
    sender.check = async () => Promise.reject(new Error('it leads into the inner network'))
    const refused = {
      code: 'webhook_url_invalid',
      number: 1410,
      data: { field: 'url', reason: 'it leads into the inner network' },
    }
    await expect(hook('alice')).rejects.toMatchObject(refused)
    const { webhooks } = world.as('alice')
    await expect(webhooks.update({ ids: [id], url: 'https://router.example/' })).rejects.toMatchObject(refused)
    expect(await webhooks.update({ ids: [id], name: 'Others' })).toMatchObject({ webhooks: [{ id }] })
  })
})

const opened: World[] = []
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

async function inMemory(options: Partial<TrackerOptions>): Promise<World> {
  const open = () => ({ store: memoryStore(), remove: () => undefined })
  const world = await openWorld({ name: 'memory', open }, options)
  opened.push(world)
  return world
}

describe('delivery to webhooks', () => {
  it('leaves pending requests of a closed tracker to the next start, without counting a failure', async () => {
    const { world, hook } = await openWebhookWorld(inMemory)
    await hook('alice')
    const hanging = recordingSender()
    let isSent: () => void = () => undefined
    const sent = new Promise<void>((resolve) => (isSent = resolve))
    hanging.answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        isSent()
      })
    const first = await another(world, hanging)
    await file(world)
    void first.tracker.deliverWebhooks()
    await sent
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closed = first.tracker.close()
    await vi.advanceTimersByTimeAsync(3000)
    vi.useRealTimers()
    await closed
    const { tracker, sender } = await another(world)
    await tracker.deliverWebhooks()
    await tracker.close()
    expect(sender.requests).toHaveLength(1)
    expect((await world.as('alice').webhooks.get()).webhooks).toMatchObject([{ failing_since: null }])
  })
})
