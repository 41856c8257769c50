// Callers identified by an authenticating proxy.
import { hash } from 'node:crypto'
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { PlainStore } from '@trackerkit/core/store'
import { createNodeHandler, toNodeHandler, type NodeHandler } from '@trackerkit/http-node'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  createRestHandler,
  trustedHeaders,
  type LogEntry,
  type RequestContext,
  type TrustedHeaders,
} from '../src/index.js'

let store: ReturnType<typeof memoryStore>
let tracker: Tracker
beforeEach(async () => {
  store = memoryStore()
  tracker = await createTracker({ store, hostUsers: { groups: ['qa', 'staff'] } })
  for (const name of ['qa', 'staff']) await tracker.asSystem().groups.create({ name, description: 'People' })
})
afterEach(() => tracker.close())

const user = 'X-Forwarded-User'
const proxy = { peer: '10.1.2.3' }
const usual = { from: ['10.0.0.0/8'], login: user, fullName: 'X-Forwarded-Name', groups: 'X-Forwarded-Groups' }
const loggedOut = { status: 401, code: 410 }

/** Asks by way of the Fetch standard who calls. */
function asking(options: Partial<TrustedHeaders> = {}) {
  const log: LogEntry[] = []
  const warnings: unknown[][] = []
  const logger = { warn: (...warning: unknown[]) => void warnings.push(warning) }
  const identify = trustedHeaders({ ...usual, logger, ...options })
  const rest = createRestHandler(tracker, { identify, log: (entry) => void log.push(entry) })
  const whoIs = async (headers: Record<string, string> | [string, string][], context: RequestContext = proxy) => {
    const response = await rest(new Request('https://bugs.example.com/rest/whoami', { headers }), context)
    const { name, code } = (await response.json()) as { readonly name?: string; readonly code?: number }
    return response.status === 200 ? name : { status: response.status, code }
  }
  return { whoIs, log, warnings }
}

/** Serves on node:http while `work` asks with headers, each as often as it is given. */
async function overHttp<T>(answer: NodeHandler, work: (whoIs: (headers: string[]) => Promise<unknown>) => Promise<T>) {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const whoIs = async (headers: string[]) => {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const all = ['Host', 'bugs.example.com', ...headers]
      sendRequest({ port, host: '127.0.0.1', path: '/rest/whoami', headers: all }, resolve).on('error', reject).end()
    })
    const text = Buffer.concat(await incoming.toArray()).toString()
    const { name, code } = JSON.parse(text) as { readonly name?: string; readonly code?: number }
    return incoming.statusCode === 200 ? name : { status: incoming.statusCode, code }
  }
  try {
    return await work(whoIs)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('trustedHeaders', () => {
  it('lets a proxy say who calls, with name and groups, and gives them an account', async () => {
    const { whoIs } = asking()
    const headers = {
      [user]: 'Carol@example.com',
      'X-Forwarded-Name': Buffer.from('Carol Müller').toString('latin1'),
      'X-Forwarded-Groups': 'QA,of no account',
    }
    const seen = async () => {
      const { users } = await tracker.asSystem().users.get({ names: ['carol@example.com'] })
      const { real_name, groups = [] } = users[0] ?? {}
      return [real_name, groups.map(({ name }) => name).filter((name) => /qa|staff/.test(name))]
    }
    expect(await whoIs(headers)).toBe('Carol@example.com')
    expect(await seen()).toEqual(['Carol Müller', ['qa']])
    // Proxies leave out what is empty.
    expect(await whoIs({ [user]: 'Carol@example.com' })).toBe('Carol@example.com')
    expect(await seen()).toEqual(['Carol Müller', []])
  })

  it('keeps the new login of an account that version 0.2 noted with the spelling of the proxy', async () => {
    const { whoIs } = asking()
    await whoIs({ [user]: 'Fay@example.com' })
    await tracker.asSystem().users.update({ names: ['fay@example.com'], email: 'fay.smith@example.com' })
    await (store as unknown as PlainStore).write(async (tx) => {
      const [account = {}] = await tx.select({ from: 'external_accounts' })
      const [, ...others] = (account['digest'] as string).split('.')
      const digest = hash('sha256', JSON.stringify('Fay@example.com'), 'base64url').slice(0, 22)
      const where = { col: 'subject', eq: 'fay@example.com' }
      await tx.update('external_accounts', where, { digest: [digest, ...others].join('.') })
    })
    expect(await whoIs({ [user]: 'Fay@example.com' })).toBe('fay.smith@example.com')
    expect(await whoIs({ [user]: 'fay@example.com' })).toBe('fay.smith@example.com')
  })

  it('keeps the spelling of a login that users type in another case', async () => {
    const { whoIs } = asking()
    const spellings = ['Dora@example.com', 'dora@example.com', 'DORA@example.com']
    for (const spelling of [...spellings, ...spellings])
      expect(await whoIs({ [user]: spelling })).toBe('Dora@example.com')
    await tracker.asSystem().users.create({ email: 'Emil@example.com' })
    for (const spelling of ['emil@example.com', 'EMIL@example.com'])
      expect(await whoIs({ [user]: spelling })).toBe('Emil@example.com')
    const { audit_log } = await tracker.asSystem().audit.get({ class: 'User' })
    expect(audit_log.filter(({ field }) => field === 'email')).toEqual([])
  })

  it.each([
    { sign: 'the sign of kelvin', name: '\u212Aate', owner: 'kate' },
    { sign: 'a long s', name: 'fla\u017Fh', owner: 'flash' },
    { sign: 'an i without a dot', name: 'm\u0131ra', owner: 'mira' },
    { sign: 'a ligature', name: '\uFB02ash', owner: 'flash' },
    { sign: 'letters of full width', name: '\uFF4Bate', owner: 'kate' },
    { sign: 'letters of mathematics', name: '\u{1D424}ate', owner: 'kate' },
    { sign: 'a letter in a circle', name: '\u24DAate', owner: 'kate' },
    { sign: 'another alphabet', name: 'k\u0430te', owner: 'kate' },
  ])('does not match an account with a look-alike name: $sign', async ({ name, owner }) => {
    for (const hostUsers of [{ adopt: false }, { adopt: true }]) {
      const other = await createTracker({ store: memoryStore(), hostUsers })
      onTestFinished(() => other.close())
      await other.asSystem().users.create({ email: `${owner}@example.com`, full_name: 'The owner' })
      const [before] = (await other.asSystem().users.get({ names: [`${owner}@example.com`] })).users
      const rest = createRestHandler(other, { identify: trustedHeaders(usual) })
      const inHeader = Buffer.from(`${name}@example.com`).toString('latin1')
      const response = await rest(
        new Request('https://bugs.example.com/rest/whoami', { headers: { [user]: inHeader } }),
        proxy,
      )
      const { id } = (await response.json()) as { readonly id?: number }
      const inProcess = await other
        .as({ host: { subject: '7', login: `${name}@example.com` } })
        .users.whoami()
        .catch(() => null)
      expect(before?.id).toEqual(expect.any(Number))
      expect([id, inProcess?.id]).not.toContain(before?.id)
      expect((await other.asSystem().users.get({ ids: [before?.id ?? 0] })).users).toEqual([before])
    }
  })

  it('falls back to an API key when the proxy names no user', async () => {
    await tracker.asSystem().users.create({ email: 'bob@example.com' })
    const { api_key } = await tracker.as({ login: 'bob@example.com' }).apiKeys.create({})
    const { whoIs } = asking()
    for (const nobody of [{}, { [user]: '' }, { [user]: ' ' }]) {
      expect(await whoIs(nobody)).toEqual(loggedOut)
      expect(await whoIs({ ...nobody, 'X-Tracker-API-Key': api_key })).toBe('bob@example.com')
    }
  })

  it('believes the headers from the given addresses only, and warns once of others', async () => {
    const { whoIs, warnings } = asking({ from: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1'] })
    const headers = { [user]: 'carol@example.com', 'X-Forwarded-For': '10.1.2.3' }
    for (const peer of ['10.255.0.1', '192.0.2.7', '::ffff:10.1.2.3', 'fd12::1', '::1'])
      expect([peer, await whoIs(headers, { peer, address: '203.0.113.5' })]).toEqual([peer, 'carol@example.com'])
    expect(warnings).toEqual([])
    for (const peer of ['11.0.0.1', '192.0.2.8', 'fe80::1', '::2', 'unknown'])
      expect([peer, await whoIs(headers, { peer, address: '10.1.2.3' })]).toEqual([peer, loggedOut])
    expect(warnings).toEqual([[expect.stringContaining(`${user}: ***`), { peer: '11.0.0.1' }]])
    expect(JSON.stringify(warnings)).not.toContain('carol')
  })

  it('fails where it does not know from which address a request comes, unless there is a secret', async () => {
    const { whoIs, log } = asking()
    for (const headers of [{}, { [user]: 'carol@example.com' }])
      expect(await whoIs(headers, { address: '10.1.2.3' })).toMatchObject({ status: 500 })
    expect(log[0]?.fault).toContain('{ peer }')
    expect(JSON.stringify(log)).not.toContain('carol')
  })

  it('asks for the secret as well where there is one', async () => {
    const secret = { header: 'X-Proxy-Secret', value: 'the word of the proxy' }
    const { whoIs, warnings, log } = asking({ secret, from: ['0.0.0.0/0'] })
    const headers = { [user]: 'carol@example.com', 'X-Proxy-Secret': secret.value }
    expect(await whoIs(headers)).toBe('carol@example.com')
    expect(await whoIs(headers, {})).toBe('carol@example.com')
    expect(await whoIs(headers, { peer: '::5' })).toEqual(loggedOut)
    for (const wrong of ['', 'x', `${secret.value}!`, secret.value.toUpperCase(), `x, ${secret.value}`])
      expect([wrong, await whoIs({ ...headers, 'X-Proxy-Secret': wrong })]).toEqual([wrong, loggedOut])
    expect(await whoIs({ [user]: 'carol@example.com' }, {})).toEqual(loggedOut)
    expect(JSON.stringify([warnings, log])).not.toMatch(/carol|the word/)
  })

  it('responds 400, without repeating the value, when a header is repeated or too long', async () => {
    const { whoIs, log } = asking()
    const refused = { status: 400, code: 32000 }
    const [name, groups] = [usual.fullName, usual.groups]
    const carol = { [user]: 'carol@example.com' }
    expect(
      await whoIs([
        [user, 'carol@example.com'],
        [user, 'admin@example.com'],
      ]),
    ).toEqual(refused)
    expect(
      await whoIs([
        [user, ''],
        [user, 'admin@example.com'],
      ]),
    ).toEqual(refused)
    expect(await whoIs([...Object.entries(carol), [groups, 'qa'], [groups, 'staff']])).toEqual(refused)
    expect(await whoIs({ [user]: `${'x'.repeat(120)}@example.com` })).toEqual(refused)
    expect(await whoIs({ ...carol, [name]: 'x'.repeat(256) })).toEqual(refused)
    expect(JSON.stringify(log)).not.toMatch(/carol|admin@|xxx/)
    const answer = createNodeHandler(tracker, { identify: trustedHeaders({ ...usual, from: ['127.0.0.1'] }) })
    await overHttp(answer, async (ask) => {
      const one = [user, 'carol@example.com']
      expect(await ask([...one, name, 'Example, Carol', groups, 'qa, staff'])).toBe('carol@example.com')
      for (const twice of [one, [user, 'x@example.com'], [user, '']])
        expect(await ask([...one, ...twice])).toEqual(refused)
      for (const header of [name, groups]) expect(await ask([...one, header, 'a', header, 'b'])).toEqual(refused)
    })
  })

  it('uses the peer address of node:http, ignoring X-Forwarded-For', async () => {
    await tracker.asSystem().parameters.update({ parameters: { inbound_proxies: '127.0.0.1' } })
    const headers = [user, 'carol@example.com', 'X-Forwarded-For', '10.1.2.3']
    const logger = { warn: () => undefined }
    const answering = [
      (options: TrustedHeaders) => createNodeHandler(tracker, { identify: trustedHeaders(options) }),
      (options: TrustedHeaders) =>
        toNodeHandler(createRestHandler(tracker, { identify: trustedHeaders(options) }), { tracker }),
    ]
    for (const make of answering) {
      const known = make({ ...usual, from: ['127.0.0.1'] })
      expect(await overHttp(known, (ask) => ask(headers))).toBe('carol@example.com')
      expect(await overHttp(make({ ...usual, logger }), (ask) => ask(headers))).toEqual(loggedOut)
    }
  })

  it('requires addresses, rejects invalid ones, and rejects all addresses without a secret', () => {
    const wrong: Partial<TrustedHeaders>[] = [
      { from: [] },
      ...['', '10', '10/8', '10.0.0/8', '10.0.0.0/33', 'localhost', '::/0', '0.0.0.0/0'].map((one) => ({
        from: [one],
      })),
      { login: '' },
      { login: 'a b' },
      { groups: 'x-forwarded-USER' },
      { secret: { header: 'X-Secret', value: ' ' } },
    ]
    for (const options of wrong) expect(() => trustedHeaders({ ...usual, ...options })).toThrow(RangeError)
  })
})
