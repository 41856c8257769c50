// The mail server and its settings: from a URL, with defaults.
import { kindOf, refuseUnknownOptions, requireKind, TrackerError, type OptionNames } from '@trackerkit/core/store'

/** The mail server and its settings. */
export interface SmtpServer {
  readonly host: string
  /** Default: 465 when secure, otherwise 25. */
  readonly port?: number | undefined
  /** Speak TLS from the first byte. Default: no, begin in the clear and see `startTls`. */
  readonly secure?: boolean | undefined
  /**
   * When to switch to TLS before anything is sent: always (otherwise nothing is sent); if the server offers it; or
   * never. Default: 'required' with a password for a server on another machine, otherwise 'offered'.
   */
  readonly startTls?: 'required' | 'offered' | 'never' | undefined
  /** Accepted certificates: verified ones, or any. Default: 'any' for this machine, otherwise 'known'. */
  readonly certificate?: 'known' | 'any' | undefined
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** How many connections are open at most. Default: 5. */
  readonly connections?: number | undefined
  /** How long a message may take, in seconds: at most 110, since a tracker waits for 120. Default: 100. */
  readonly timeoutSeconds?: number | undefined
}

const known: OptionNames<SmtpServer> = {
  host: 'text',
  port: 'a positive integer',
  secure: 'true or false',
  startTls: ['required', 'offered', 'never'],
  certificate: ['known', 'any'],
  user: 'text',
  password: 'text',
  connections: 'a positive integer',
  timeoutSeconds: 'a number',
}

/** With all defaults applied. */
export type Settings = {
  readonly [K in Exclude<keyof SmtpServer, 'user' | 'password'>]-?: NonNullable<SmtpServer[K]>
} & Pick<SmtpServer, 'user' | 'password'>

const form =
  'smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the first byte, with %40 for @ in a password and so on'

/**
 * Reads a URL like `smtp://user:secret@mail.example.com:587?starttls=required`. Parameters: `starttls` (required, offered, never),
 * `certificate` (known, any), `connections`, `timeout` in seconds.
 * @throws Error that names the wrong part, without the password
 */
export function serverOf(text: string): Settings {
  if (!/^smtps?:\/\//i.test(text) || !URL.canParse(text)) throw new Error(`'${withoutSecrets(text)}' is not ${form}`)
  const url = new URL(text)
  if (url.hostname === '' || !['', '/'].includes(url.pathname) || url.hash !== '')
    throw new Error(`'${withoutSecrets(text)}' is not ${form}`)
  const given = new Map(url.searchParams)
  const take = (name: string) => {
    const value = given.get(name)
    given.delete(name)
    return value
  }
  const server = completed({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol.toLowerCase() === 'smtps:',
    user: decoded(url.username) || undefined,
    password: decoded(url.password) || undefined,
    startTls: oneOf('starttls', ['required', 'offered', 'never'], take('starttls')),
    certificate: oneOf('certificate', ['known', 'any'], take('certificate')),
    connections: positive('connections', take('connections')),
    timeoutSeconds: positive('timeout', take('timeout')),
  })
  const [unknown] = given.keys()
  if (unknown === undefined) return server
  throw new Error(
    `unknown parameter '${unknown}' in the URL of a mail server. Accepted: starttls, certificate, connections, timeout`,
  )
}

/** Applies the defaults. @throws invalid_options; Error for a password without a user, and for a time that is too long */
export function completed(server: SmtpServer): Settings {
  requireServer(server)
  // A misspelled `startTls` would send passwords in the clear.
  refuseUnknownOptions(server, known, 'smtpMailer')
  requireKind('host', server.host, 'text')
  const { host, secure = false, user, password } = server
  if (password !== undefined && user === undefined) throw new Error('the password of a mail server requires a user')
  const { timeoutSeconds = 100 } = server
  if (!(timeoutSeconds > 0 && timeoutSeconds <= 110))
    throw new Error(`timeoutSeconds must be above 0 and at most 110, not ${timeoutSeconds}`)
  const isHere = /^(localhost|127\.[\d.]+|::1)$/i.test(host)
  return {
    host,
    secure,
    user,
    password,
    port: server.port ?? (secure ? 465 : 25),
    startTls: server.startTls ?? (password !== undefined && !isHere ? 'required' : 'offered'),
    certificate: server.certificate ?? (isHere ? 'any' : 'known'),
    connections: server.connections ?? 5,
    timeoutSeconds,
  }
}

/** The setting of the program may be absent. */
function requireServer(server: unknown): void {
  if (typeof server === 'object' && server !== null) return
  const accepted = 'a URL such as smtp://mail.example.com, or its parts'
  throw new TrackerError('invalid_options', { field: 'server', value: kindOf(server), accepted })
}

/** For people to read. */
export function serverText({ host, port, secure, user }: Settings): string {
  const login = user === undefined ? '' : `${user}@`
  return `${secure ? 'smtps' : 'smtp'}://${login}${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Removes everything that may be a password, even from invalid URLs. */
function withoutSecrets(text: string): string {
  return text.replace(/^(\w+:\/\/)?.*@/s, '$1…@')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('write % in the user or password of a mail server as %25')
  }
}

function oneOf<const T extends string>(name: string, accepted: readonly T[], value: string | undefined): T | undefined {
  const found = accepted.find((one) => one === value)
  if (value === undefined || found !== undefined) return found
  throw new Error(`${name} in the URL of a mail server must be one of ${accepted.join(', ')}, not '${value}'`)
}

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value)
  throw new Error(`${name} in the URL of a mail server must be a whole number from 1 to 99999, not '${value}'`)
}
