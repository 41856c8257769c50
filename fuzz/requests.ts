// Requests: to every route of the API's description, and some to none.
import type { Dice } from './dice.js'
import { strangeHeaders } from './headers.js'
import { searchPairs, searchSize } from './searches.js'
import { password, type Caller, type Setting } from './setting.js'
import { text } from './texts.js'
import { brimful, bulk, valueFor, type Resolve, type Shape } from './values.js'

/** The API's own description, as far as requests are made from it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> }
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Shape }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Shape }>> }
}

interface Operation extends Described {
  readonly method: string
  readonly path: string
}

export interface HostileRequest {
  readonly caller: Caller
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Paths that look at many bugs when they are read. */
const scanning = ['/bug', '/bug/search', '/bug/count', '/bug/trend', '/bug/board', '/bug/possible_duplicates']

function scans({ method, path }: Operation): boolean {
  return scanning.includes(path) && (method === 'get' || path === '/bug/search')
}

/** One in `scansOneIn` requests looks at many bugs. */
export function createRequests(description: Description, setting: Setting, dice: Dice, scansOneIn: number) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => ({
      ...described,
      method,
      path: path.replace(/^\/rest/, ''),
    })),
  )
  const resolve: Resolve = (shape) => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : resolve(description.components.schemas[name] ?? {})
  }

  const [searches, others] = [operations.filter(scans), operations.filter((one) => !scans(one))]
  const reads = others.filter(({ method }) => method === 'get')

  /** To a route of the description that does not scan. */
  function ordinary(): HostileRequest {
    const caller = dice.oneOf(setting.callers)
    return to(dice.oneOf(caller.isReader ? reads : others), caller)
  }

  function to(operation: Operation, by: Caller): HostileRequest {
    const isMistaken = dice.oneIn(40) && !by.isReader
    const method = isMistaken ? dice.oneOf(['PATCH', 'DELETE', 'PUT', 'POST', 'HEAD', 'OPTIONS']) : operation.method
    // It revokes all keys of the caller, whose later requests would all fail at the credentials.
    const revokesAll = operation.path === '/api_key' && method.toUpperCase() === 'DELETE'
    const caller = revokesAll ? (setting.callers[0] as Caller) : by
    const query = queryFor(operation)
    const path = `${filled(operation.path, setting, dice)}${query === '' ? '' : `?${query}`}`
    const request = { caller, method: method.toUpperCase(), path, headers: strangeHeaders(caller, dice) }
    return withKeyInQuery({ ...request, body: bodyFor(operation) }, dice)
  }

  function queryFor({ parameters = [] }: Operation): string {
    const pairs: string[][] = parameters
      .filter((one) => one.in === 'query' && dice.below(parameters.length) < 4)
      .map((one) => [one.name, asText(valueFor(one.schema ?? {}, resolve, dice, setting))])
    if (parameters.some((one) => one.name === 'limit')) limitTo20(pairs, dice)
    if (dice.oneIn(10)) pairs.push([text(dice, setting).slice(0, 50), text(dice, setting).slice(0, 2_000)])
    return encoded(pairs)
  }

  function bodyFor({ requestBody }: Operation): string | undefined {
    const shape = requestBody?.content['application/json']?.schema
    if (!shape) return undefined
    if (dice.oneIn(25))
      return dice.oneOf(['', '{', '[1]', '"x"', '\uFEFF{}', '{"a":1e999}', '[', '{"a":'.repeat(9_000)])
    if (dice.oneIn(300)) return JSON.stringify({ [text(dice, setting).slice(0, 20)]: bulk(dice, setting) })
    if (dice.oneIn(300)) return brimful(dice.oneOf(['x', ...Object.keys(resolve(shape).properties ?? {})]), dice)
    return JSON.stringify(valueFor(shape, resolve, dice, setting))
  }

  return () => {
    if (dice.oneIn(200)) return login(setting, dice)
    if (!dice.oneIn(scansOneIn)) return ordinary()
    return dice.oneIn(3) ? to(dice.oneOf(searches), dice.oneOf(setting.callers)) : search(setting, dice)
  }
}

function search(setting: Setting, dice: Dice): HostileRequest {
  const caller = dice.oneOf(setting.callers)
  const pairs = searchPairs(dice, setting, searchSize(dice))
  limitTo20(pairs, dice)
  const headers = strangeHeaders(caller, dice)
  if (dice.oneIn(2)) return { caller, method: 'GET', path: `/bug?${encoded(pairs)}`, headers, body: undefined }
  return { caller, method: 'POST', path: '/bug/search', headers, body: JSON.stringify(Object.fromEntries(pairs)) }
}

/** Long answers would take most of the time. */
function limitTo20(pairs: string[][], dice: Dice): void {
  for (const pair of pairs) if (pair[0] === 'limit') pair[0] = 'offset'
  pairs.push(['limit', dice.oneIn(10) ? dice.oneOf(['-1', '1.5', 'x', '', '1']) : '20'])
}

/** With a right password, or nearly, which is to stay out of the log. */
function login(setting: Setting, dice: Dice): HostileRequest {
  const caller = setting.callers[0] as Caller
  const given = { login: 'plain@example.com', password: dice.oneIn(3) ? `${password}!` : password }
  const [headers, inBody] = [strangeHeaders(caller, dice), dice.oneIn(2)]
  if (inBody) return { caller, method: 'POST', path: '/login', headers, body: JSON.stringify(given) }
  return { caller, method: 'GET', path: `/login?${encoded(Object.entries(given))}`, headers, body: undefined }
}

/** Some send their key where logs are likely to keep it. */
function withKeyInQuery(request: HostileRequest, dice: Dice): HostileRequest {
  const { caller, path } = request
  if (caller.key === undefined || !dice.oneIn(20)) return request
  const { 'x-tracker-api-key': _key, ...headers } = request.headers
  const name = dice.oneOf(['api_key', 'Tracker_api_key', 'Bugzilla_api_key'])
  return { ...request, headers, path: `${path}${path.includes('?') ? '&' : '?'}${name}=${caller.key}` }
}

/** The path with something for each of its parameters. */
function filled(path: string, setting: Setting, dice: Dice): string {
  const word = () =>
    dice.oneIn(3) ? text(dice, setting).slice(0, 300) : dice.oneOf([...setting.bugs, ...setting.names])
  return path.replace(/\{\w+\}/g, (place) =>
    place === '{key}' && dice.oneIn(2)
      ? setting.reportKey
      : encodeURIComponent(String(word()).replace(/[\uD800-\uDFFF]/g, '?')),
  )
}

export function encoded(pairs: readonly (readonly string[])[]): string {
  return new URLSearchParams(pairs.map(([name = '', value = '']): [string, string] => [name, value])).toString()
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
