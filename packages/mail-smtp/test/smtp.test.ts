import { createServer, type AddressInfo, type Socket } from 'node:net'
import { inspect } from 'node:util'
import type { MailMessage } from '@trackerkit/core'
import { afterEach, describe, expect, it } from 'vitest'
import { smtpMailer, type SmtpMailer, type SmtpServer } from '../src/index.js'
import { aMessage } from './message.js'
import { openMailServer, read } from './mail-server.js'

const mailers: SmtpMailer[] = []

afterEach(async () => {
  for (const mailer of mailers.splice(0)) await mailer.close()
})

function mailerTo(server: string | SmtpServer): SmtpMailer {
  const mailer = smtpMailer(server)
  mailers.push(mailer)
  return mailer
}

const to = (address: string, given: Partial<MailMessage> = {}) => aMessage({ to: address, ...given })

describe('smtpMailer', () => {
  it('requires a server: the setting of the program may be absent', () => {
    const accepted = 'Accepted: a URL such as smtp://mail.example.com, or its parts.'
    expect(() => smtpMailer(undefined as never)).toThrow(`server cannot be a missing value. ${accepted}`)
    expect(() => smtpMailer(null as never)).toThrow(`server cannot be 'null'. ${accepted}`)
  })

  it('rejects misspelled settings, without which mail could be sent in the clear', () => {
    expect(() => smtpMailer({ host: 'mail.example.com', ...{ starttls: 'required' } })).toThrow(
      /^starttls is not an option of smtpMailer\. Accepted: .*startTls/,
    )
    expect(() => smtpMailer({ host: 'mail.example.com', startTls: 'always' as 'required' })).toThrow(
      "startTls cannot be 'always'. Accepted: required, offered, never.",
    )
    expect(() => smtpMailer({ host: 'mail.example.com', port: '587' as unknown as number })).toThrow(
      "port cannot be '587'. Accepted: a positive integer, not text.",
    )
    expect(() => smtpMailer({} as { host: string })).toThrow('host cannot be a missing value. Accepted: text.')
  })

  it('sends forty messages over a few connections', async () => {
    const mailServer = await openMailServer()
    const mailer = mailerTo(`${mailServer.url}?connections=3`)
    const sent = Array.from({ length: 40 }, (_, n) => to(`user${n}@example.com`, { text: `Number ${n}\n` }))
    await Promise.all(sent.map((message) => mailer.send(message)))
    expect(mailServer.connections()).toBeLessThanOrEqual(3)
    expect(mailServer.messages.map((one) => one.to).toSorted()).toEqual(sent.map((one) => one.to).toSorted())
    for (const arrived of mailServer.messages) {
      const number = /\d+/.exec(arrived.to)?.[0]
      expect([arrived.from, (await read(arrived)).text?.trim()]).toEqual(['tracker@example.com', `Number ${number}`])
    }
  })

  it('fails permanently when the recipient or the message is refused with 5xx', async () => {
    const mailServer = await openMailServer({
      rcpt: (address) =>
        address.startsWith('nobody')
          ? [550, 'no such user']
          : address.startsWith('relay')
            ? [554, '5.7.1 Relay access denied']
            : undefined,
      data: (address) => (address.startsWith('spam') ? [554, 'we do not like it'] : undefined),
    })
    const mailer = mailerTo(mailServer.url)
    await expect(mailer.send(to('nobody@example.com'))).rejects.toMatchObject({
      name: 'MailError',
      permanent: true,
      bounced: true,
      message: expect.stringMatching(/^smtp:\/\/127\.0\.0\.1:\d+ answered RCPT TO: 550 .*no such user$/) as unknown,
    })
    await expect(mailer.send(to('spam@example.com'))).rejects.toMatchObject({
      permanent: true,
      bounced: false,
      message: expect.stringContaining('we do not like it') as unknown,
    })
    // The tracker may not send: its users have done nothing.
    await expect(mailer.send(to('relay@example.com'))).rejects.toMatchObject({ permanent: true, bounced: false })
    await mailer.send(to('alice@example.com', { return_path: 'bugs+abc@example.com' }))
    expect(mailServer.messages.map((one) => [one.from, one.to])).toEqual([
      ['bugs+abc@example.com', 'alice@example.com'],
    ])
    expect(mailServer.connections()).toBe(1)
  })

  it('fails temporarily when the server is busy, wants a login, or greylists the sender', async () => {
    for (const [code, text] of [
      [421, 'closing'],
      [450, 'greylisted'],
      [451, 'later'],
      [452, 'full'],
      [503, 'sequence'],
      [530, 'login first'],
    ] as const) {
      for (const when of ['rcpt', 'data'] as const) {
        const mailServer = await openMailServer({ [when]: () => [code, text] as const })
        const mailer = mailerTo(mailServer.url)
        const message = expect.stringMatching(`: ${code} .*${text}$`) as unknown
        await expect(mailer.send(to('alice@example.com'))).rejects.toMatchObject({ permanent: false, message })
        mailServer.rules = {}
        await mailer.send(to('alice@example.com'))
        expect(mailServer.messages).toHaveLength(1)
      }
    }
  })

  it('fails temporarily without a listener or on a lost connection, and sends a message once', async () => {
    const gone = await openMailServer()
    await gone.close()
    await expect(mailerTo(gone.url).send(to('alice@example.com'))).rejects.toMatchObject({
      permanent: false,
      message: expect.stringContaining('ECONNREFUSED') as unknown,
    })
    const large = 'x'.repeat(2_000_000)
    for (const when of ['rcpt', 'begin', 'data'] as const) {
      let asked = 0
      const mailServer = await openMailServer({ [when]: () => (asked++, 'drop' as const) })
      const mailer = mailerTo(mailServer.url)
      const sending = mailer.send(to('alice@example.com', { text: large }))
      await expect(sending).rejects.toMatchObject({ permanent: false })
      expect([when, asked]).toEqual([when, 1])
      mailServer.rules = {}
      await mailer.send(to('bob@example.com'))
      expect(mailServer.messages.map((one) => one.to)).toEqual(['bob@example.com'])
    }
  })

  it('reconnects after the server has closed an idle connection', async () => {
    const mailServer = await openMailServer()
    const mailer = mailerTo(mailServer.url)
    await mailer.send(to('alice@example.com'))
    await mailServer.close()
    const again = await openMailServer({}, { port: mailServer.port })
    await mailer.send(to('bob@example.com'))
    expect(again.messages.map((one) => one.to)).toEqual(['bob@example.com'])
  })

  it('stops at its timeout: for a greeting, for a response, for a server that never stops responding', async () => {
    const trickling = (socket: Socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
    }
    for (const greet of [() => undefined, trickling]) {
      const server = createServer(greet).listen(0, '127.0.0.1')
      const { port } = await new Promise<AddressInfo>((resolve) =>
        server.once('listening', () => resolve(server.address() as AddressInfo)),
      )
      const mailer = mailerTo({ host: '127.0.0.1', port, timeoutSeconds: 0.3 })
      await expect(mailer.send(to('alice@example.com'))).rejects.toMatchObject({ name: 'MailError', permanent: false })
      await mailer.close()
      server.close()
    }
    const mailServer = await openMailServer({ data: () => new Promise(() => undefined) })
    const mailer = mailerTo({ host: '127.0.0.1', port: mailServer.port, timeoutSeconds: 0.3 })
    await expect(mailer.send(to('alice@example.com'))).rejects.toMatchObject({ permanent: false })
    mailServer.rules = {}
    // On a busy machine, its own timeout can end a later one, too.
    await expect.poll(() => mailer.send(to('bob@example.com')).then(() => 'sent', String)).toBe('sent')
    expect(mailServer.messages[0]?.to).toBe('bob@example.com')
  })

  it('ends what is being sent when it is closed', async () => {
    const mailServer = await openMailServer({ data: () => new Promise(() => undefined) })
    const mailer = mailerTo(mailServer.url)
    let asked = false
    mailServer.rules.rcpt = () => void (asked = true)
    const failed = mailer.send(to('alice@example.com')).catch((error: unknown) => error)
    await mailServer.until(() => asked)
    await mailer.close()
    expect(await failed).toMatchObject({ permanent: false })
    await expect(mailer.send(to('alice@example.com'))).rejects.toMatchObject({ permanent: false })
  })
})

describe('smtpMailer with TLS and a login', () => {
  const wantsLogin = {
    disabledCommands: [],
    authOptional: false,
    onAuth: (
      auth: { username?: string | undefined; password?: string | null | undefined },
      _session: unknown,
      done: (error: Error | null, response?: { user: string }) => void,
    ) => {
      if (auth.username === 'tracker' && auth.password === 'p@ss:w/örd') done(null, { user: 'tracker' })
      else
        done(
          Object.assign(new Error(`wrong: ${auth.password} ${Buffer.from(auth.password ?? '').toString('base64')}`), {
            responseCode: 535,
          }),
        )
    },
  }
  const login = `tracker:${encodeURIComponent('p@ss:w/örd')}@`
  const at = (scheme: string, port: number, rest = '') => `${scheme}://${login}127.0.0.1:${port}${rest}`

  it('logs in over STARTTLS and over TLS from the first byte', async () => {
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      const mailServer = await openMailServer({}, { ...wantsLogin, secure })
      await mailerTo(at(scheme, mailServer.port)).send(to('alice@example.com'))
      expect(mailServer.messages).toMatchObject([{ to: 'alice@example.com', secure: true, user: 'tracker' }])
    }
  })

  it('sends no password to a server with a wrong certificate or without TLS', async () => {
    let passwords = 0
    const onAuth: typeof wantsLogin.onAuth = (auth, session, done) => {
      passwords++
      wantsLogin.onAuth(auth, session, done)
    }
    const unknown = await openMailServer({}, { ...wantsLogin, onAuth })
    const inTheClear = await openMailServer(
      {},
      { ...wantsLogin, onAuth, disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    )
    for (const url of [
      at('smtp', unknown.port, '?certificate=known'),
      at('smtp', inTheClear.port, '?starttls=required'),
      at('smtps', inTheClear.port),
    ]) {
      await expect(mailerTo(url).send(to('alice@example.com'))).rejects.toMatchObject({ permanent: false })
    }
    expect(passwords).toBe(0)
    expect([...unknown.messages, ...inTheClear.messages]).toEqual([])
  })

  it('fails temporarily, without the password in the error, instead of sending without a login', async () => {
    const mailServer = await openMailServer({}, wantsLogin)
    const wrong = `smtp://tracker:Sup3rSecret@127.0.0.1:${mailServer.port}`
    const error: unknown = await mailerTo(wrong)
      .send(to('alice@example.com'))
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      permanent: false,
      message: expect.stringMatching(
        /^smtp:\/\/tracker@127\.0\.0\.1:\d+ answered AUTH PLAIN: 535 .*wrong: \*\*\* \*\*\*$/,
      ) as unknown,
    })
    expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/Sup3rSecret|U3VwM3JTZWNyZX/)
    const without = await openMailServer({}, { disabledCommands: ['AUTH', 'STARTTLS'] })
    await expect(
      mailerTo(`smtp://tracker:Sup3rSecret@127.0.0.1:${without.port}`).send(to('alice@example.com')),
    ).rejects.toMatchObject({ permanent: false })
    expect(without.messages).toEqual([])
  })
})
