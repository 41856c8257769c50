// Requests of webhooks by the command as it is built: processes that end, and several on one file.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import { httpSender } from '@trackerkit/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { eachInAFolder, folder, run, start } from './command.js'

eachInAFolder()

const key = 'AdministratorsKey1234567890'
const given = { TRACKERKIT_ADMIN_PASSWORD: 'correct horse', TRACKERKIT_ADMIN_API_KEY: key }

type Body = Record<string, unknown>

async function ask(url: string, method: string, path: string, body?: Body): Promise<Body> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-Tracker-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const sent = (await answer.json()) as Body
  expect([path, answer.status, sent]).toEqual([path, 200, sent])
  return sent
}

interface Sent {
  readonly id: string
  /** Undefined for a ping. */
  readonly bug: number | undefined
}

interface Message {
  readonly data: { readonly bug?: { readonly id: number } }
}

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** Keeps what comes, and answers it as `answer` says. */
async function openReceiver() {
  const sent: Sent[] = []
  const receiver = { sent, secret: '', url: '', answer: (response: ServerResponse) => void response.end() }
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const library = new Webhook(receiver.secret)
      const { data } = library.verify(body, request.headers as Record<string, string>) as Message
      sent.push({ id: String(request.headers['webhook-id']), bug: data.bug?.id })
      receiver.answer(response)
      for (const goOn of waiting.splice(0)) goOn()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return Object.assign(receiver, { until })
}

async function seed(url: string): Promise<void> {
  await ask(url, 'POST', '/product', { name: 'Widgets', description: 'Things', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'Part', default_assignee: 'admin@example.com' }
  await ask(url, 'POST', '/component', component)
}

async function newBug(url: string, summary: string): Promise<number> {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary }
  return (await ask(url, 'POST', '/bug', bug))['id'] as number
}

// Each test starts several processes.
describe('trackerkit serve with webhooks', { timeout: 90_000 }, () => {
  it('loses no request when it is killed, and makes none again that was answered', async () => {
    const receiver = await openReceiver()
    const serve = () =>
      start(['serve', '--db', 'tracker.db', '--port', '0', '--webhook-allow', '127.0.0.1'], { env: given })
    const server = serve()
    const url = await server.url()
    await seed(url)
    const refused = await fetch(`${url}/webhook`, {
      method: 'POST',
      headers: { 'X-Tracker-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Inner', url: 'http://169.254.169.254/', events: ['created'] }),
    })
    expect(await refused.json()).toMatchObject({ code: 1410 })
    const hook = await ask(url, 'POST', '/webhook', { name: 'CI', url: receiver.url, events: ['created'] })
    receiver.secret = hook['secret'] as string
    const first = await newBug(url, 'first')
    await receiver.until(() => receiver.sent.length === 1)
    // By the command as well, in another process.
    const pinged = run(['webhook', 'ping', '1', '--db', 'tracker.db'])
    expect(await pinged).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\tsent\tping_\d+\t200\n$/) as unknown,
    })
    receiver.answer = () => undefined
    const bugs = [first]
    for (let n = 0; n < 6; n++) bugs.push(await newBug(url, `left ${n}`))
    await receiver.until(() => receiver.sent.length >= 4)
    await server.stop('SIGKILL')
    receiver.answer = (response) => void response.end()
    // Claims of the killed process expire after a minute.
    const late = await createTracker({
      store: sqliteStore(join(folder, 'tracker.db')),
      webhooks: { sender: httpSender({ allow: ['127.0.0.1'] }), onDemand: true },
      testing: { clock: () => new Date(Date.now() + 61_000) },
    })
    await late.deliverWebhooks()
    await late.close()
    const sent = receiver.sent.filter(({ bug }) => bug !== undefined)
    expect(new Set(sent.map(({ bug }) => bug))).toEqual(new Set(bugs))
    expect(sent.filter(({ bug }) => bug === first)).toHaveLength(1)
    // As many ids as bugs: what came twice has the same.
    expect(new Set(sent.map(({ id }) => id)).size).toBe(bugs.length)
  })

  it('makes each request once from two workers, whichever of them has filed the bug', async () => {
    const receiver = await openReceiver()
    const env = { ...given, TRACKERKIT_WEBHOOK_ALLOW: '10.0.0.0/8,127.0.0.1' }
    const server = start(['serve', '--db', 'tracker.db', '--port', '0', '--workers', '2'], { env })
    const url = await server.url()
    await seed(url)
    const hook = await ask(url, 'POST', '/webhook', { name: 'CI', url: receiver.url, events: ['created'] })
    receiver.secret = hook['secret'] as string
    const bugs = await Promise.all(Array.from({ length: 8 }, (_, n) => newBug(url, `bug ${n}`)))
    await receiver.until(() => new Set(receiver.sent.map(({ bug }) => bug)).size === bugs.length)
    expect(await ask(url, 'POST', '/webhook/1/ping', {})).toMatchObject({ delivery: { state: 'sent' } })
    expect(receiver.sent.filter(({ bug }) => bug !== undefined)).toHaveLength(bugs.length)
    expect(await server.stop()).toMatchObject({ code: 0, err: '' })
    const wrong = await run(['serve', '--db', ':memory:', '--webhook-allow', 'a b'])
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("'a b' is not a host") as unknown })
  })
})
