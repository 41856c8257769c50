// Mail by SMTP.
import type { Mailer } from '@trackerkit/core'
import { refusesSender } from '@trackerkit/core/mail'
import { createTransport, type NodemailerError } from 'nodemailer'
import { MailError } from './error.js'
import { render } from './render.js'
import { completed, serverOf, serverText, type Settings, type SmtpServer } from './server.js'

/** A mailer that sends through a server. */
export interface SmtpMailer extends Mailer {
  /** The server, without the password. */
  readonly shown: string
  close(): Promise<void>
}

/** Errors with these causes are temporary: the login or the connection can be fixed. */
const aboutTheSession = [503, 530, 534, 535, 538]

/**
 * Sends email through an SMTP server, on a few connections that stay open between messages. `server` is a URL or its
 * parts; see SmtpServer for defaults. If the server rejects a recipient or a message with 5xx, the failure is
 * permanent; the tracker retries everything else. Each message is sent once. If a connection breaks after the last byte
 * and before the response, the server may have the message: only then can it arrive twice.
 *
 * @throws Error for an invalid URL; invalid_options for a setting that does not exist, and one of the wrong type
 * @example
 * const mailer = smtpMailer('smtps://tracker:secret@mail.example.com')
 * const tracker = await createTracker({ store: sqliteStore('tracker.db'), mail: mailer })
 */
export function smtpMailer(server: string | SmtpServer): SmtpMailer {
  const settings = typeof server === 'string' ? serverOf(server) : completed(server)
  const transport = createTransport(transportOptions(settings))
  const timeout = settings.timeoutSeconds * 1000
  return {
    shown: serverText(settings),
    async send(message) {
      const { envelope, bytes } = await render(message)
      const signal = AbortSignal.timeout(timeout)
      await transport.sendMail({ envelope, raw: bytes, signal }).catch((error: unknown) => {
        throw mailError(error as NodemailerError, settings)
      })
    },
    close() {
      transport.close({ force: true })
      return Promise.resolve()
    },
  }
}

function transportOptions(settings: Settings) {
  const { host, port, secure, startTls, certificate, user, password, connections, timeoutSeconds } = settings
  const timeout = timeoutSeconds * 1000
  return {
    host,
    port,
    secure,
    pool: true as const,
    maxConnections: connections,
    requireTLS: startTls === 'required',
    ignoreTLS: startTls === 'never',
    tls: { rejectUnauthorized: certificate === 'known' },
    // With a password configured, never send unauthenticated, even if the server does not require a login.
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    connectionTimeout: Math.min(timeout, 30_000),
    greetingTimeout: timeout,
    socketTimeout: timeout,
    // Only the tracker retries.
    maxRequeues: 0,
  }
}

function mailError(error: NodemailerError, settings: Settings): MailError {
  const { response = '', responseCode = 0, command = '' } = error
  const wasRefused = command === 'RCPT TO' || command === 'DATA'
  const permanent = wasRefused && responseCode >= 500 && responseCode < 600 && !aboutTheSession.includes(responseCode)
  const what = response === '' ? `: ${error.message}` : ` answered ${command}: ${response}`
  return new MailError(withoutSecrets(`${serverText(settings)}${what}`.replace(/\s+/g, ' '), settings), {
    permanent,
    bounced: permanent && command === 'RCPT TO' && !refusesSender(response),
  })
}

/** Some servers repeat the client's input. */
function withoutSecrets(text: string, { user = '', password }: Settings): string {
  if (password === undefined) return text
  const base64 = (value: string) => Buffer.from(value).toString('base64')
  const spellings = [base64(`\0${user}\0${password}`), base64(password), password]
  return spellings.reduce((clean, secret) => clean.replaceAll(secret, '***'), text)
}
