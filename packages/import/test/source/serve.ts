// The tracker that is moved, over HTTP, with the habits of other servers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRestHandler } from '@trackerkit/rest'
import { createRandom } from '../../../../corpus/random.js'
import { bugsIn, cutLogins, inItsWay, isKnown, type Asked, type Habits, type Trouble } from './habits.js'
import type { Source } from './source.js'

export interface ServedSource {
  /** That below which `/rest` is. */
  readonly url: string
  readonly port: number
  /** How many requests have come, and how many of them met each kind of trouble. */
  readonly counts: { requests: number } & Record<keyof Trouble, number>
  /** Their targets, with keys. */
  readonly asked: string[]
  /** Errors of the server itself, which are no habits. */
  readonly faults: unknown[]
  close(): Promise<void>
}

export interface ServeSourceOptions {
  readonly habits?: Habits
  /** The same seed makes the same trouble, for the same requests. */
  readonly seed?: number
  /** Default: any that is free. */
  readonly port?: number
  /** Called for each request before the response. */
  readonly onRequest?: (count: number) => Promise<void> | void
}

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Serves a source until it is closed, which leaves the source open. */
export async function serveSource(
  source: Pick<Source, 'tracker'>,
  options: ServeSourceOptions = {},
): Promise<ServedSource> {
  const { habits = {}, seed = 1, port = 0, onRequest } = options
  const counts = { requests: 0, busy: 0, limited: 0, page: 0, cut: 0, lost: 0, slow: 0 }
  const asked: string[] = []
  const faults: unknown[] = []
  const answer = createAnswers(source, habits)
  const random = createRandom(seed)
  const meets = (kind: keyof Trouble, url = '') => {
    // A request for the version would take a page for the response of another product.
    const isMet = !url.includes('/rest/version') && random() < (habits.trouble?.[kind] ?? 0)
    if (isMet) counts[kind]++
    return isMet
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '')
    counts.requests++
    await onRequest?.(counts.requests)
    if (meets('lost', request.url)) return void request.socket.destroy()
    if (meets('busy', request.url))
      return send(response, { status: 429, body: 'Too many', type: 'text/plain', headers: { 'Retry-After': '1' } })
    if (meets('limited', request.url))
      return send(response, { status: 400, body: told(32_610, 'Rate limit exceeded, try again later') })
    if (meets('page', request.url)) return send(response, errorPage(random() < 0.5 ? 502 : 200))
    const whole = await answer(request)
    if (meets('slow', request.url)) await sleep(50)
    send(
      response,
      meets('cut', request.url)
        ? { ...whole, body: whole.body.slice(0, Math.floor(whole.body.length * random())) }
        : whole,
    )
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      faults.push(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const listening = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${listening.port}/`,
    port: listening.port,
    counts,
    asked,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Answers of others are not compared with what ours are to be: a test that gets JSON by another name passes them over. */
function send(
  response: ServerResponse,
  { status, body, type = 'text/json; charset=UTF-8', headers = {} }: Answer,
): void {
  response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
}

function told(code: number, message: string): string {
  return JSON.stringify({ error: true, code, message, documentation: 'https://bugzilla.readthedocs.org/en/5.0/api/' })
}

function errorPage(status: number): Answer {
  const body =
    '<!DOCTYPE html><html><head><title>Software error</title></head><body><h1>Software error:</h1></body></html>'
  return { status, type: 'text/html; charset=UTF-8', body }
}

/** The responses of the server without failures. */
function createAnswers(
  { tracker }: Pick<Source, 'tracker'>,
  habits: Habits,
): (request: IncomingMessage) => Promise<Answer> {
  const rest = createRestHandler(tracker, { limits: { attempts: { failures: 1_000_000 } } })
  const poisoned = { page: new Set(habits.poisoned?.page), json: new Set(habits.poisoned?.json) }
  return async ({ url = '/', headers, method = 'GET' }) => {
    const target = new URL(url, 'http://127.0.0.1')
    const path = target.pathname.replace(/^.*\/rest(\.cgi)?\//, '')
    if (method !== 'GET' || !isKnown(habits, path, target.searchParams))
      return { status: 404, body: told(32_614, `A REST API resource was not found for '${method} ${path}'.`) }
    const sent = new Request(adapted(habits, path, target), { headers: headersOf(habits, headers) })
    const response = await rest(sent)
    const body = await response.text()
    if (!response.ok) return { status: response.status, body }
    const whole = JSON.parse(body) as unknown
    const isLoggedIn = /api_key=|token=/.test(target.search) || sent.headers.has('x-bugzilla-api-key')
    const asked: Asked = { path, isLoggedIn }
    const held = bugsIn(asked, whole)
    if (held.some((id) => poisoned.page.has(id))) return errorPage(500)
    if (held.some((id) => poisoned.json.has(id)))
      return { status: 200, body: told(100_500, 'Undef to trick_taint at Bug.pm line 7') }
    const logins = habits.cutsLogins ? await loginsOf(tracker) : undefined
    const answer = inItsWay(habits, asked, whole)
    return { status: response.status, body: JSON.stringify(logins ? cutLogins(answer, logins) : answer) }
  }
}

/** The request as the tracker behind is asked. */
function adapted({ isOld, mostRows }: Habits, path: string, target: URL): URL {
  const { searchParams } = target
  if (isOld) for (const name of ['cursor', 'count_total', 'format']) searchParams.delete(name)
  if (path === 'bug' && mostRows !== undefined) {
    const asked = Number(searchParams.get('limit') ?? mostRows)
    searchParams.set('limit', String(asked === 0 ? mostRows : Math.min(asked, mostRows)))
  }
  return target
}

function headersOf({ ignoresHeaders }: Habits, headers: IncomingMessage['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(host|connection|accept-encoding)$/.test(name))
  const isCredential = (name: string) => /^(x-(bugzilla|tracker)-|authorization$)/.test(name)
  return Object.fromEntries(
    kept.filter(([name]) => !(ignoresHeaders && isCredential(name))).map(([name, value]) => [name, String(value)]),
  )
}

async function loginsOf(tracker: Source['tracker']): Promise<ReadonlySet<string>> {
  const { users } = await tracker
    .asSystem()
    .users.get({ match: ['@'], include_disabled: true, include_fields: ['name'] })
  return new Set(users.map(({ name }) => name))
}
