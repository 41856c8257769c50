// A tracker and a mail server that does not always agree; time passes when the test says so.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { afterEach, describe, expect, it } from 'vitest'
import { smtpMailer } from '../src/index.js'
import { openMailServer, type TestMailServer, type Rules } from './mail-server.js'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function openTracker(mailServer: TestMailServer) {
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const tracker = await createTracker({
    store: memoryStore(),
    mail: smtpMailer(mailServer.url),
    testing: { clock: () => clock.now },
    logger: { warn: () => undefined, error: () => undefined },
  })
  closing.push(() => tracker.close())
  const admin = tracker.asSystem('admin@example.com')
  await admin.users.create({ email: 'alice@example.com' })
  await admin.products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'alice@example.com' }
  await admin.components.create(component)
  const newBug = (summary: string, cc: string[] = []) =>
    admin.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary, cc })
  const wait = async (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
    await tracker.deliverMail()
  }
  return { tracker, admin, newBug, wait }
}

describe('a message that the mail server does not take at first', () => {
  const cases: [string, Rules][] = [
    ['is listed grey', { rcpt: () => [451, 'greylisted, come back later'] }],
    ['is refused for now when all of it is there', { data: () => [452, 'no room'] }],
    ['is cut off', { begin: () => 'drop' }],
    ['gets no answer', { data: () => 'drop' }],
  ]
  it.each(cases)('arrives later, once, when it %s', async (_, rules) => {
    const mailServer = await openMailServer(rules)
    const { tracker, admin, newBug, wait } = await openTracker(mailServer)
    await newBug('It blinks')
    await tracker.deliverMail()
    const [before] = (await admin.mail.list()).messages
    expect(before).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: expect.stringContaining('smtp://') as unknown,
    })
    mailServer.rules = {}
    await wait(5)
    expect(mailServer.messages).toEqual([])
    await wait(30)
    expect(mailServer.messages).toMatchObject([{ to: 'alice@example.com' }])
    expect((await admin.mail.list()).messages).toMatchObject([{ state: 'sent', attempts: 1, last_error: null }])
    await wait(86_400)
    expect(mailServer.messages).toHaveLength(1)
  })

  it('does not hold up other messages', async () => {
    const mailServer = await openMailServer({ rcpt: (to) => (to.startsWith('alice') ? [451, 'later'] : undefined) })
    const { tracker, admin, newBug } = await openTracker(mailServer)
    await admin.users.create({ email: 'bob@example.com' })
    await newBug('It blinks', ['bob@example.com'])
    await tracker.deliverMail()
    expect(mailServer.messages.map((one) => one.to)).toEqual(['bob@example.com'])
  })
})
