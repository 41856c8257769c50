// A real mail server for tests, with configurable failures.
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import { afterEach } from 'vitest'

/** A failure of the server: a code with a text, or a closed connection. */
type Reply = readonly [code: number, text: string] | 'drop' | undefined

export interface Rules {
  /** Asked for each recipient. */
  rcpt?: (to: string) => Reply | Promise<Reply>
  /** Asked when the first bytes of a message are there. */
  begin?: (to: string) => Reply
  /** Asked when all of a message is there. */
  data?: (to: string) => Reply | Promise<Reply>
}

export interface Arrived {
  readonly from: string
  readonly to: string
  /** TLS was used. */
  readonly secure: boolean
  readonly user: unknown
  readonly raw: Buffer
}

export type TestMailServer = Awaited<ReturnType<typeof startMailServer>>

const open = new Set<TestMailServer>()

afterEach(async () => {
  for (const mailServer of open) await mailServer.close()
})

type MailServerOptions = SMTPServerOptions & { readonly port?: number }

/** Listens until the end of the test. */
export async function openMailServer(rules: Rules = {}, options: MailServerOptions = {}): Promise<TestMailServer> {
  const mailServer = await startMailServer(rules, options)
  open.add(mailServer)
  return mailServer
}

/** Listens until it is closed, for tests that share it. `options.port` defaults to a free one. */
export async function startMailServer(rules: Rules = {}, options: MailServerOptions = {}) {
  const messages: Arrived[] = []
  const changed = new EventEmitter().setMaxListeners(0)
  let connections = 0
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    onConnect(_session, done) {
      connections++
      done()
    },
    onRcptTo({ address }, session, done) {
      void act(session.id, () => mailServer.rules.rcpt?.(address), done)
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((one) => one.address).join()
      void act(
        session.id,
        () => receive(stream, to),
        (error) => {
          if (!error) {
            const { address: from = '' } = session.envelope.mailFrom || {}
            messages.push({
              from,
              to,
              secure: session.secure,
              user: session.user as unknown,
              raw: raws.get(stream) as Buffer,
            })
            changed.emit('change')
          }
          done(error)
        },
      )
    },
    ...options,
  })
  const raws = new WeakMap<SMTPServerDataStream, Buffer>()

  async function receive(stream: SMTPServerDataStream, to: string): Promise<Reply> {
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunks.length === 0 && mailServer.rules.begin?.(to) === 'drop') return 'drop'
      chunks.push(chunk)
    }
    raws.set(stream, Buffer.concat(chunks))
    return mailServer.rules.data?.(to)
  }

  async function act(id: string, ask: () => Reply | Promise<Reply>, done: (error?: Error | null) => void) {
    const reply = await Promise.resolve(ask()).catch(() => 'drop' as const)
    changed.emit('change')
    if (reply === undefined) done()
    else if (reply === 'drop') connectionOf(id)?._socket.destroy()
    else done(Object.assign(new Error(reply[1]), { responseCode: reply[0] }))
  }

  const connectionOf = (id: string) => [...server.connections].find((one) => one.id === id)

  // Clients that vanish are no news here.
  server.on('error', () => undefined)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailServer = {
    /** May be replaced at any time. */
    rules,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Accepted messages, oldest first. */
    messages,
    connections: () => connections,
    /** Waits until something is so. */
    async until(isSo: () => boolean): Promise<void> {
      while (!isSo()) await once(changed, 'change', { signal: AbortSignal.timeout(30_000) })
    },
    /** Ends at once, whatever is going on. */
    async close(): Promise<void> {
      open.delete(mailServer)
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const connection of server.connections) connection._socket.destroy()
      await closed
    },
  }
  return mailServer
}

/** As a mail program reads it. */
export function read({ raw }: Pick<Arrived, 'raw'>): Promise<Email> {
  return PostalMime.parse(raw)
}
