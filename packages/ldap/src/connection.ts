// A connection to the directory: encrypted, limited in time and bytes, used for one login.
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import { LoginProviderError } from '@trackerkit/core/host'
import type { Client, Entry, Filter } from 'ldapts'
import type { Settings } from './options.js'

const timeout = 3000
const maxBytes = 1024 * 1024

/** A search below an entry. */
export interface Search {
  readonly filter: Filter
  readonly attributes: readonly string[]
  /** Without it, all entries: otherwise the search fails. */
  readonly maxEntries?: number
  readonly scope?: 'sub' | 'base'
}

/** The directory works, and refuses this login for now. */
export class EntryError extends LoginProviderError {}

/** Of Active Directory and eDirectory, as directories spell them. Some values are valid UTF-8, and no text all the same. */
const binaryIds = ['objectGUID', 'objectguid', 'GUID', 'guid']

export function isBinaryId(attribute: string): boolean {
  return binaryIds.includes(attribute.toLowerCase())
}

export interface Connection {
  /** Becomes the reader. @throws LoginProviderError */
  asReader(): Promise<void>
  /** False for a wrong password. @throws EntryError, LoginProviderError */
  asUser(dn: string, password: string): Promise<boolean>
  /** References to other directories are not followed. @throws LoginProviderError */
  search(base: string, search: Search): Promise<readonly Entry[]>
}

/** Runs `work` with a new connection, which ends with it or with the signal. @throws LoginProviderError */
export async function withConnection<T>(
  settings: Settings,
  signal: AbortSignal,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await createClient(settings)
  const use = async () => {
    if (settings.startTls) await client.startTLS(tlsOf(settings.host, settings.ca))
    signal.throwIfAborted()
    return work(connectionOf(client, settings))
  }
  let abort = () => undefined as void
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error)
  })
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    const used = use()
    used.catch(() => undefined)
    // A connection that ends during the handshake of StartTLS never ends the call of the library.
    return await Promise.race([used, aborted])
  } catch (error) {
    throw failureOf(error, signal)
  } finally {
    signal.removeEventListener('abort', abort)
    disconnect(client)
  }
}

/** The library is loaded with the first login: most processes never need it. */
async function createClient({ url, host, ca, isEncrypted, startTls }: Settings): Promise<Client> {
  const { Client: LdapClient } = await import('ldapts')
  const isDirect = isEncrypted && startTls !== true
  return new LdapClient({
    url,
    timeout,
    connectTimeout: timeout,
    createConnection: limited(connect),
    createSecureConnection: limited(connectEncrypted),
    ...(isDirect && { tlsOptions: tlsOf(host, ca) }),
  })
}

/**
 * Opens one socket, for a limited number of bytes. The library keeps all that arrives, however long it is, and opens another connection after
 * the first has ended, without encryption even if that one had StartTLS.
 */
function limited<Open extends (...given: never[]) => Socket>(open: Open): Open {
  let isOpened = false
  const openOnce = (...given: never[]): Socket => {
    if (isOpened) throw new Error('the connection has ended')
    isOpened = true
    const socket = open(...given)
    let bytes = 0
    return socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) socket.destroy()
    })
  }
  return openOnce as Open
}

function tlsOf(host: string, ca: string | Uint8Array | undefined) {
  return { host, ...(isIP(host) === 0 && { servername: host }), ...(ca !== undefined && { ca: Buffer.from(ca) }) }
}

function connectionOf(client: Client, { reader, subjectAttribute }: Settings): Connection {
  return {
    // Also without a reader: bytes sent before encryption could pass for the first response after it, which must not be that of a search.
    async asReader() {
      await client.bind(reader?.dn ?? '', reader?.password ?? '')
    },
    async asUser(dn, password) {
      // A name without `=` is that of an authentication mechanism, and an empty one that of an anonymous user.
      if (!dn.includes('=') || password === '') throw new LoginProviderError('not valid', 'an entry without a name')
      try {
        await client.bind(dn, password)
        return true
      } catch (error) {
        const result = resultOf(error)
        if (wrongResults.has(result)) return false
        throw result === undefined ? error : new EntryError('unavailable', `result ${result}`)
      }
    },
    async search(base, { filter, attributes, maxEntries, scope = 'sub' }) {
      const { searchEntries } = await client.search(base, {
        scope,
        filter,
        attributes: [...attributes],
        explicitBufferAttributes: isBinaryId(subjectAttribute) ? binaryIds : [],
        // With a limit, the library does not report that the directory has a lower one.
        sizeLimit: maxEntries === undefined ? 0 : maxEntries + 1,
        timeLimit: timeout / 1000,
      })
      return searchEntries
    },
  }
}

function disconnect(client: Client): void {
  client.unbind().catch(() => undefined)
}

/** Invalid credentials, accounts that are locked, expired or without a password, and names that no entry can have. */
const wrongResults: ReadonlySet<number | undefined> = new Set([19, 32, 34, 48, 49, 50, 53])

const tooMany = 4

/** Undefined if the directory did not respond. */
function resultOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined
}

/** Messages of a directory may quote names: the log gets only codes. */
function failureOf(error: unknown, { aborted }: AbortSignal): LoginProviderError {
  if (error instanceof LoginProviderError) return error
  const { code, message = '' } = error as { readonly code?: unknown; readonly message?: string }
  if (aborted || /timed out|timeout/i.test(message)) return unavailable('no response in time')
  if (code === tooMany) return new LoginProviderError('not valid', 'more entries than the directory returns')
  if (typeof code === 'number') return unavailable(`result ${code}`)
  return unavailable(typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'no connection')
}

export function unavailable(message: string): LoginProviderError {
  return new LoginProviderError('unavailable', message)
}
