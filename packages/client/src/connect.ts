// The operations of a tracker elsewhere.
import type {
  AttachmentsCreateAnswer,
  AttachmentsCreateInput,
  AttachmentsDownloadInput,
  AttachmentsGetAnswer,
  AttachmentsOperations,
  CallOptions,
  ChangesOperations,
  FieldsGetAnswer,
  Operations,
  SessionsCreateAnswer,
} from '@trackerkit/types'
import { readAnswer, type Question } from './answer.js'
import { createCustomTimes } from './custom-times.js'
import { download } from './download.js'
import { createExchange, keyHeader, makeRequest } from './exchange.js'
import { followChanges, requireStream, type ChangesOptions, type FollowChanges } from './follow.js'
import { routes, withSecrets } from './generated/routes.js'
import { settingsOf, type ClientOptions } from './options.js'
import { requestOf, type OperationName } from './request.js'
import { createSession } from './session.js'

/** Attachments can also be made from types of browsers: files and other blobs. */
export interface ClientAttachments extends Omit<AttachmentsOperations, 'create'> {
  readonly create: (
    input: Omit<AttachmentsCreateInput, 'data'> & { readonly data: Uint8Array | Blob },
    options?: CallOptions,
  ) => Promise<AttachmentsCreateAnswer>
}

/** The operations of a tracker elsewhere; they fail with `TrackerError`. */
export interface Client extends Operations {
  readonly attachments: ClientAttachments
  /**
   * All changes that the caller may see, without an end: when the connection ends, it reconnects and continues.
   * `break`, `return()` and the signal (which throws its reason) end it. Store the `seq` of processed changes and pass
   * it as `since` to continue after a restart of the program.
   *
   * @throws errors of changes.get, at once and later: changes_gone, and errors after the caller's rights end
   * @example
   * const remote = connect({ url: 'https://bugs.example.com' })
   * for await (const { type, bug_id } of remote.changes({ product: 'Widgets' })) console.log(type, bug_id)
   */
  readonly changes: ChangesOperations & FollowChanges
  /** Where the API is: with `/rest`. */
  readonly url: string
  /** Ends the login of this client. A later call logs in again. */
  close(): Promise<void>
}

/**
 * Makes the operations of a tracker over HTTP. Inputs and results are those of in-process operations, except that times
 * are in whole seconds. No request is made before the first call.
 *
 * Reads are retried when the connection breaks or the server responds with 429, 502, 503 or 504: after the time it
 * requests, if that is at most a minute. So are changes, once the server has responded to any request: they carry a key
 * that prevents repetition (`idempotency`). Without a key, changes are retried only if no server accepted the
 * connection.
 *
 * @throws param_invalid for invalid options
 * @example
 * const remote = connect({ url: 'https://bugs.example.com', apiKey: api_key })
 * const { bugs } = await remote.bugs.search({ product: 'Widgets', include_fields: ['id', 'summary'] })
 */
export function connect(options: ClientOptions): Client {
  const settings = settingsOf(options)
  const exchange = createExchange(settings)
  const ask = async (question: Question, { headers = {}, signal }: Way) =>
    readAnswer(question, await exchange(requestOf(question.operation, question.input), headers, signal), customTimes)

  const takesKey = (operation: OperationName) =>
    settings.idempotency &&
    (options.apiKey ?? options.token ?? options.login) !== undefined &&
    !routes[operation].startsWith('GET') &&
    !withSecrets.has(operation)

  const session = createSession(options, {
    logIn: async (login) => (await ask({ operation: 'sessions.create', input: login }, {})) as SessionsCreateAnswer,
    logOut: (token) => ask({ operation: 'sessions.delete', input: { token } }, {}),
  })

  const call: Call = async (operation, given, { signal } = {}) => {
    signal?.throwIfAborted()
    const input = await withBytes(given)
    const question = { operation, input }
    if (isAboutCredentials(question)) return ask(question, { signal })
    if (operation !== 'attachments.download') {
      const key = takesKey(operation) ? keyFor(crypto.randomUUID()) : {}
      return session.during((headers) => ask(question, { headers: { ...headers, ...key }, signal }), signal)
    }
    const describe = (headers: Headers) => async (about: object) =>
      (await ask({ operation: 'attachments.get', input: about }, { headers, signal })) as AttachmentsGetAnswer<never>
    return session.during(
      (headers) =>
        download(input as AttachmentsDownloadInput, {
          exchange: (asked, range) => exchange(asked, { ...headers, ...range }, signal),
          describe: describe(headers),
        }),
      signal,
    )
  }
  const customTimes = createCustomTimes(
    async () => (await call('fields.get', { include_fields: ['name', 'type'] })) as FieldsGetAnswer,
  )
  const openStream = (input: object, signal: AbortSignal) => {
    const { target, ...asked } = requestOf('changes.get', input)
    const stream = { ...asked, target: target.replace('/changes', '/changes/stream') }
    return session.during(
      async (headers) => requireStream(await settings.fetch(makeRequest(settings, stream, headers, signal)), input),
      signal,
    )
  }
  const all = methods(call)
  const changes = Object.assign((about?: ChangesOptions) => followChanges(openStream, about), all['changes'])
  return Object.assign(all, { changes, url: settings.url, close: () => session.end() }) as unknown as Client
}

type Headers = Readonly<Record<string, string>>

/** With which headers, and until when. */
interface Way {
  readonly headers?: Headers
  readonly signal?: AbortSignal | undefined
}

type Call = (operation: OperationName, input: object, options?: CallOptions) => Promise<unknown>

/** Split once: pages connect for each request. */
const operations = (Object.keys(routes) as OperationName[]).map((operation) => {
  const [resource = '', verb = ''] = operation.split('.')
  return { resource, verb, operation }
})

/** A method for each operation, by its resource and its verb. */
function methods(call: Call): Record<string, object> {
  const all: Record<string, Record<string, (input?: object, options?: CallOptions) => Promise<unknown>>> = {}
  for (const { resource, verb, operation } of operations) {
    const ofResource = (all[resource] ??= {})
    ofResource[verb] = (input = {}, options) => call(operation, input, options)
  }
  return all
}

/** The credentials are input of the operation here; the client's own must not be sent. */
function isAboutCredentials({ operation, input }: Question): boolean {
  const isTold = 'token' in input && input.token !== undefined
  return operation === 'sessions.create' || (operation.startsWith('sessions.') && isTold)
}

function keyFor(key: string): Headers {
  return { [keyHeader]: `"${key}"` }
}

async function withBytes(input: object): Promise<object> {
  if (!('data' in input) || !(input.data instanceof Blob)) return input
  return { ...input, data: new Uint8Array(await input.data.arrayBuffer()) }
}
