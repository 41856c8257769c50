import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import type { ProviderPerson } from '@trackerkit/core/host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withConnection } from '../src/connection.js'
import { ldap, type LdapOptions } from '../src/index.js'
import { settingsOf } from '../src/options.js'
import { base, groupBase, missing, reader, startDirectory, type Directory } from './directory.js'

const person = {
  shown_as: 'erin',
  full_name: 'Erin Example',
  email: 'erin@example.com',
  proof: 'none',
  groups: undefined,
}
const uuid = /^[0-9a-f-]{36}$/
const unavailable = { name: 'LoginProviderError', reason: 'unavailable' }

/** The first message that a client has sent. */
function parsed(request: Buffer) {
  const length = request[1] ?? 0
  const from = length < 0x80 ? 2 : 2 + (length & 0x7f)
  return { id: request[from + 2] ?? 0, operation: request[from + 3] }
}

/** A response with a result and nothing else. */
function responseTo(request: Buffer, operation: number, code = 0): Buffer {
  const result = [0x0a, 1, code, 4, 0, 4, 0]
  return Buffer.from([0x30, 5 + result.length, 2, 1, parsed(request).id, operation, result.length, ...result])
}

function signal(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

describe.skipIf(missing !== undefined)(`ldap with slapd${missing === undefined ? '' : `: ${missing}`}`, () => {
  let directory: Directory
  beforeAll(async () => {
    directory = await startDirectory()
  })
  afterAll(() => directory.stop())

  const source = (more: Partial<LdapOptions> = {}) =>
    ldap({ title: 'Example', url: directory.url, base, reader, ...more })
  const verify = (login: string, password: string, more: Partial<LdapOptions> = {}) =>
    source(more).verify({ login, password, signal: signal() })

  it('knows a person by the right password, with the ID of the entry', async () => {
    const found = await verify('erin', 'of Erin')
    expect(found).toMatchObject(person)
    expect(found).toHaveProperty('subject', expect.stringMatching(uuid))
    expect(await verify('ERIN', 'of Erin')).toEqual(found)
    expect(await verify('erin@example.com', 'of Erin', { loginAttributes: ['uid', 'mail'] })).toEqual(found)
  })

  it('distinguishes a wrong password from a login that no entry has', async () => {
    const { subject } = (await verify('erin', 'of Erin')) as ProviderPerson
    expect(await verify('erin', 'of Frank')).toEqual({ wrong: subject })
    expect(await verify('nobody', 'of Erin')).toBe('absent')
    expect(await verify('locked', 'any')).toEqual({ wrong: expect.stringMatching(uuid) as string })
    expect(await verify('erin', 'of Erin', { filter: '(sn=Other)' })).toBe('absent')
    expect(await verify('erin', 'of Erin', { filter: '(sn=Example)' })).toMatchObject(person)
  })

  it('finds a person whose login has changed by the ID of the entry', async () => {
    const { subject } = (await verify('erin', 'of Erin')) as ProviderPerson
    const again = (password: string, more: object = {}) =>
      source().verify({ login: 'frank', subject, password, signal: signal(), ...more })
    expect(await again('of Erin')).toMatchObject(person)
    expect(await again('of Frank')).toEqual({ wrong: subject })
    const unknown = { subject: subject.replace(/^./, (first) => (first === '0' ? '1' : '0')) }
    expect(await again('of Frank', unknown)).toBe('absent')
    expect(await again('of Frank', { subject: '*' })).toBe('absent')
  })

  it.each(['objectGUID', 'objectguid', 'GUID'])(
    'finds a person again by the binary ID %s',
    async (subjectAttribute) => {
      const { subject } = (await verify('erin', 'of Erin', { subjectAttribute })) as ProviderPerson
      expect(subject).toBe('808182838485868788898a8b8c8d8e8f')
      // The bytes of this one are text, too.
      expect(await verify('frank', 'of Frank', { subjectAttribute })).toMatchObject({
        subject: '30313233343536373839616263646566',
      })
      for (const login of ['erin', 'frank', 'renamed'])
        expect(
          await source({ subjectAttribute }).verify({ login, subject, password: 'of Erin', signal: signal() }),
        ).toMatchObject(person)
    },
  )

  it('finds a person again by the login, without a search for the ID', async () => {
    // Directories cannot search for it.
    const subjectAttribute = 'jpegPhoto'
    const { subject } = (await verify('erin', 'of Erin', { subjectAttribute })) as ProviderPerson
    const again = { login: 'erin', subject, password: 'of Erin', signal: signal() }
    expect(await source({ subjectAttribute }).verify(again)).toMatchObject(person)
    expect(await source({ subjectAttribute }).verify({ ...again, login: 'frank' })).toBe('absent')
  })

  it('never takes a missing password for a right one, as the directory does', async () => {
    for (const login of ['erin', 'locked', '', 'nobody']) expect(await verify(login, '')).toBe('absent')
  })

  it('takes every character of a login as it is', async () => {
    const attacks = ['*', 'er*', 'erin)(uid=*', '*)(objectClass=*', 'erin\0', '\\2a', 'erin)(|(uid=*', 'uid=erin', '(']
    for (const login of attacks) expect([login, await verify(login, 'of Erin')]).toEqual([login, 'absent'])
    expect(await verify('star*(x)', 'of Star')).toMatchObject({ email: 'star@example.com' })
  })

  it('does not accept a spelling that only the directory takes for the login', async () => {
    const spellings = ['ｅｒｉｎ', 'ｅrin', 'erin\u00ad']
    for (const login of spellings) expect([login, await verify(login, 'of Erin')]).toEqual([login, 'absent'])
    const byName = { loginAttributes: ['cn'] }
    expect(await verify('Erin  Example', 'of Erin', byName)).toBe('absent')
    expect(await verify('erin example', 'of Erin', byName)).toMatchObject({ email: 'erin@example.com' })
  })

  it('refuses a login that several entries have, and an entry without an ID', async () => {
    await expect(verify('twin', 'of the twins')).rejects.toMatchObject({ reason: 'not valid' })
    await expect(verify('erin', 'of Erin', { subjectAttribute: 'employeeNumber' })).rejects.toMatchObject({
      reason: 'not valid',
    })
    expect(await verify('erin', 'wrong', { subjectAttribute: 'employeeNumber' })).toBe('wrong')
  })

  it('reads groups as the reader', async () => {
    const groups = { base: groupBase }
    expect(await verify('erin', 'of Erin', { groups })).toMatchObject({
      groups: expect.arrayContaining(['developers', 'qa']) as string[],
    })
    expect(await verify('frank', 'of Frank', { groups })).toMatchObject({ groups: ['qa'] })
    expect(await verify('star*(x)', 'of Star', { groups })).toMatchObject({ groups: [] })
  })

  it('refuses a login with more groups than the directory returns, and no others', async () => {
    const groups = { base: 'ou=teams,dc=example,dc=com' }
    const one = source({ groups })
    const login = (name: string, password: string) => one.verify({ login: name, password, signal: signal() })
    await expect(login('frank', 'of Frank')).rejects.toMatchObject({ reason: 'not valid' })
    expect(await login('erin', 'of Erin')).toMatchObject({ groups: [] })
  })

  it('encrypts by ldaps and StartTLS, and requires a certificate that fits', async () => {
    const { ca, secureUrl } = directory
    const byName = directory.url.replace('127.0.0.1', 'localhost')
    expect(await verify('erin', 'of Erin', { url: secureUrl, ca })).toMatchObject(person)
    const asRead = Buffer.from(ca)
    expect(await verify('erin', 'of Erin', { url: byName, startTls: true, ca: asRead })).toMatchObject(person)
    const wrong: readonly Partial<LdapOptions>[] = [
      { url: secureUrl },
      { url: secureUrl.replace('localhost', '127.0.0.1'), ca },
      { url: byName, startTls: true },
      { url: directory.url, startTls: true, ca },
    ]
    for (const one of wrong) await expect(verify('erin', 'of Erin', one)).rejects.toMatchObject(unavailable)
  })

  it('reports a reader that the directory refuses, and a base that is not there', async () => {
    const other = { dn: reader.dn, password: 'changed' }
    await expect(verify('erin', 'of Erin', { reader: other })).rejects.toMatchObject({
      ...unavailable,
      message: 'result 49',
    })
    await expect(source({ reader: other }).check(signal())).rejects.toMatchObject(unavailable)
    await expect(source({ base: 'ou=other,dc=example,dc=com' }).check(signal())).rejects.toMatchObject(unavailable)
    await expect(source({ filter: '(uid=' }).check(signal())).rejects.toMatchObject({
      message: 'the filter is not valid',
    })
    await source({ groups: { base: groupBase } }).check(signal())
  })

  it('logs people in to a tracker', async () => {
    const passwords = { source: source({ groups: { base: groupBase } }), emails: 'all', accounts: 'all' } as const
    const groups = ['editbugs']
    const tracker = await createTracker({
      store: memoryStore(),
      logins: { providers: [], passwords: { ...passwords, groups } },
    })
    try {
      const { token, id } = await tracker.as(null).sessions.create({ login: 'erin', password: 'of Erin' })
      expect(await tracker.as({ token }).users.whoami()).toMatchObject({ id, name: 'erin@example.com' })
      for (const [login, password] of [
        ['erin', 'of Frank'],
        ['nobody', 'of Erin'],
        ['*', 'of Erin'],
      ] as const)
        await expect(tracker.as(null).sessions.create({ login, password })).rejects.toMatchObject({ number: 300 })
    } finally {
      await tracker.close()
    }
  })
})

describe('ldap with a server that misbehaves', () => {
  let server: Server
  let behave: (socket: Socket) => void = () => undefined
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
      behave(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })

  const source = (more: Partial<LdapOptions> = {}) => {
    const { port } = server.address() as AddressInfo
    return ldap({ title: 'Example', url: `ldap://127.0.0.1:${port}`, base, reader, ...more })
  }
  const given = (within: number) => ({ login: 'erin', password: 'x', signal: AbortSignal.timeout(within) })

  it('gives up when the time is over, and closes the connection', async () => {
    behave = (socket) => void socket.resume()
    for (const startTls of [false, true]) {
      await expect(source({ startTls }).verify(given(300))).rejects.toMatchObject({
        ...unavailable,
        message: 'no response in time',
      })
      await expect.poll(() => sockets.size).toBe(0)
    }
  })

  it('gives up when the time is over during the handshake of StartTLS', async () => {
    behave = (socket) => {
      socket.once('data', (request: Buffer) => socket.write(responseTo(request, 0x78)))
      socket.resume()
    }
    await expect(source({ startTls: true }).verify(given(300))).rejects.toMatchObject({
      ...unavailable,
      message: 'no response in time',
    })
    await expect.poll(() => sockets.size).toBe(0)
  })

  it.each([false, true])('ends a response that is too long, with startTls: %s', async (startTls) => {
    let sent = 0
    behave = (socket) => {
      // The head of a message of 64 MB.
      socket.write(Buffer.from([0x30, 0x84, 0x04, 0, 0, 0]))
      const more = () => {
        sent += 65_536
        if (!socket.destroyed && sent < 64 * 1024 * 1024) socket.write(Buffer.alloc(65_536), more)
      }
      socket.once('data', more)
    }
    const failure = { ...unavailable, message: 'no connection' }
    await expect(source({ startTls }).verify(given(10_000))).rejects.toMatchObject(failure)
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it('never opens a connection again', async () => {
    let opened = 0
    behave = (socket) => {
      opened++
      socket.once('data', (request: Buffer) => socket.end(responseTo(request, 0x61)))
    }
    const { port } = server.address() as AddressInfo
    const settings = settingsOf({ title: 'Example', url: `ldap://127.0.0.1:${port}`, base, reader })
    const twice = withConnection(settings, signal(), async (connection) => {
      await connection.asReader()
      await expect.poll(() => sockets.size).toBe(0)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await connection.asReader()
    })
    await expect(twice).rejects.toMatchObject(unavailable)
    expect(opened).toBe(1)
  })

  it('fails at once for some time after a failure, and then asks again', async () => {
    let [asked, time] = [0, 0]
    behave = (socket) => {
      asked++
      socket.destroy()
    }
    const one = source({ now: () => time })
    for (let count = 0; count < 3; count++) await expect(one.verify(given(1000))).rejects.toMatchObject(unavailable)
    expect(asked).toBe(1)
    time = 10_001
    await expect(one.verify(given(1000))).rejects.toMatchObject(unavailable)
    expect(asked).toBe(2)
  })

  it('is unavailable for one login if the directory refuses to check it', async () => {
    let asked = 0
    const answering = (code: number) => (socket: Socket) => {
      asked++
      let bound = 0
      socket.on('data', (request: Buffer) => {
        const { operation } = parsed(request)
        if (operation === 0x60) socket.write(responseTo(request, 0x61, bound++ === 0 ? 0 : code))
        if (operation === 0x63) socket.write(responseTo(request, 0x65))
      })
    }
    const one = source()
    for (const code of [32, 34, 49]) {
      behave = answering(code)
      expect(await one.verify(given(2000))).toBe('absent')
    }
    behave = answering(51)
    for (let count = 0; count < 2; count++)
      await expect(one.verify(given(2000))).rejects.toMatchObject({ ...unavailable, message: 'result 51' })
    expect(asked).toBe(5)
  })

  it('asks at most eight times at once', async () => {
    let asked = 0
    behave = () => void asked++
    const one = source()
    const attempts = Array.from({ length: 12 }, () => one.verify(given(500)).catch((error: Error) => error.message))
    expect((await Promise.all(attempts)).filter((message) => message === 'too many logins at once').length).toBe(4)
    expect(asked).toBe(8)
  })
})

describe('the options of ldap', () => {
  const right = { title: 'Example', url: 'ldaps://ldap.example.com', base }
  const wrong: readonly (readonly [option: string, more: Partial<LdapOptions>])[] = [
    ['url', { url: 'ldap://ldap.example.com' }],
    ['url', { url: 'https://ldap.example.com' }],
    ['url', { url: 'ldaps://ldap.example.com/dc=example' }],
    ['url', { url: 'ldap' }],
    ['startTls', { startTls: true }],
    ['base', { base: '' }],
    ['reader', { reader: { dn: reader.dn, password: '' } }],
    ['loginAttributes', { loginAttributes: [] }],
    ['loginAttributes', { loginAttributes: ['uid)(x'] }],
    ['subjectAttribute', { subjectAttribute: '' }],
    ['groups.base', { groups: { base: '' } }],
  ]
  it.each(wrong)('require a usable %s: %o', (option, more) => {
    expect(() => ldap({ ...right, ...more })).toThrow(new RegExp(`^${option}: `))
  })

  it('are rejected if misspelled, because fewer conditions let more people log in', () => {
    expect(() => ldap({ ...right, ...{ filters: '(memberOf=cn=staff)' } })).toThrow(
      /^filters is not an option of ldap\. Accepted: .*filter/,
    )
    const groups = { base: 'ou=groups,dc=example,dc=com', ...{ member: 'uniqueMember' } }
    expect(() => ldap({ ...right, groups })).toThrow(/^groups\.member is not an option of ldap/)
    expect(() => ldap({ ...right, ca: 5 as unknown as string })).toThrow(
      "ca cannot be '5'. Accepted: text or a Buffer.",
    )
  })

  it('have a name and an issuer that stay when the server moves', () => {
    const [one, other] = [ldap(right), ldap({ ...right, url: 'ldaps://other.example.com' })]
    expect([one.name, one.issuer]).toEqual(['ldap', `ldap:${base}`])
    expect(other.issuer).toBe(one.issuer)
  })
})
