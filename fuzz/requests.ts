// Requests: to every route of the API's description, and some to none.
import type { Dice } from './dice.js'
import { searchPairs, searchSize } from './searches.js'
import { password, type Caller, type Setting } from './setting.js'
import { brimful, bulk, text, valueFor, type Resolve, type Shape } from './values.js'

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

export function createRequests(description: Description, setting: Setting, dice: Dice) {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Operation => ({ ...described, method, path })),
  )
  const resolve: Resolve = (shape) => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : resolve(description.components.schemas[name] ?? {})
  }

  /** To a route of the description. */
  function ordinary(): HostileRequest {
    const caller = dice.oneOf(setting.callers)
    const open = caller.isReader ? operations.filter(({ method }) => method === 'get') : operations
    const operation = dice.oneOf(open)
    const isMistaken = dice.oneIn(40) && !caller.isReader
    const method = isMistaken ? dice.oneOf(['PATCH', 'DELETE', 'PUT', 'POST', 'HEAD', 'OPTIONS']) : operation.method
    const query = queryFor(operation)
    const path = `${filled(operation.path, setting, dice)}${query === '' ? '' : `?${query}`}`
    const request = { caller, method: method.toUpperCase(), path, headers: strangeHeaders(caller, dice) }
    return withKeyInQuery({ ...request, body: bodyFor(operation) }, dice)
  }

  function queryFor({ parameters = [] }: Operation): string {
    const pairs = parameters
      .filter((one) => one.in === 'query' && dice.below(parameters.length) < 4)
      .map((one) => [one.name, asText(valueFor(one.schema ?? {}, resolve, dice, setting))])
    const isLimited = parameters.some((one) => one.name === 'limit') && !dice.oneIn(20)
    if (isLimited && !pairs.some(([name]) => name === 'limit')) pairs.push(['limit', '20'])
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

  function search(): HostileRequest {
    const caller = dice.oneOf(setting.callers)
    const pairs = [...searchPairs(dice, setting, searchSize(dice)), ...(dice.oneIn(20) ? [] : [['limit', '20']])]
    const headers = strangeHeaders(caller, dice)
    if (dice.oneIn(2)) return { caller, method: 'GET', path: `/bug?${encoded(pairs)}`, headers, body: undefined }
    return { caller, method: 'POST', path: '/bug/search', headers, body: JSON.stringify(Object.fromEntries(pairs)) }
  }

  /** With a right password, or nearly, which is to stay out of the log. */
  function login(): HostileRequest {
    const caller = setting.callers[0] as Caller
    const given = { login: 'plain@example.com', password: dice.oneIn(3) ? `${password}!` : password }
    const [headers, inBody] = [strangeHeaders(caller, dice), dice.oneIn(2)]
    if (inBody) return { caller, method: 'POST', path: '/login', headers, body: JSON.stringify(given) }
    return { caller, method: 'GET', path: `/login?${encoded(Object.entries(given))}`, headers, body: undefined }
  }

  return () => {
    const kind = dice.below(200)
    if (kind === 0) return login()
    return kind <= 20 ? search() : ordinary()
  }
}

/** From another address each time, so that no limit of attempts ends the run. */
export function callerHeaders({ key }: Caller, dice: Dice): Record<string, string> {
  const address = { 'X-Forwarded-For': `10.${dice.below(250)}.${dice.below(250)}.7` }
  return key === undefined ? address : { ...address, 'X-Tracker-API-Key': key }
}

function strangeHeaders(caller: Caller, dice: Dice): Record<string, string> {
  const headers = callerHeaders(caller, dice)
  if (dice.oneIn(60)) headers['X-Tracker-API-Key'] = dice.oneOf(['x', '0'.repeat(40), 'é', 'a'.repeat(4_000)])
  if (dice.oneIn(60)) headers['Authorization'] = dice.oneOf(['Basic Og==', 'Basic %', 'Bearer x', 'Digest', 'Basic'])
  if (dice.oneIn(20)) headers['Accept'] = dice.oneOf(['text/html', '*/*;q=x', 'a/b', 'application/javascript'])
  if (dice.oneIn(30)) headers['If-Match'] = dice.oneOf(['*', '"x"', 'W/"x"', '"', ',,,', '"a",'.repeat(1_000)])
  if (dice.oneIn(30)) headers['Range'] = dice.oneOf(['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'x'])
  if (dice.oneIn(30)) headers['Accept-Encoding'] = dice.oneOf(['gzip', 'br;q=1', 'deflate, *;q=0', ','])
  return headers
}

/** Some send their key where logs are likely to keep it. */
function withKeyInQuery(request: HostileRequest, dice: Dice): HostileRequest {
  const { caller, path } = request
  if (caller.key === undefined || !dice.oneIn(20)) return request
  const { 'X-Tracker-API-Key': _key, ...headers } = request.headers
  const name = dice.oneOf(['api_key', 'Tracker_api_key', 'Bugzilla_api_key'])
  return { ...request, headers, path: `${path}${path.includes('?') ? '&' : '?'}${name}=${caller.key}` }
}

/** The path with something for each of its parameters. */
function filled(path: string, setting: Setting, dice: Dice): string {
  const word = () =>
    dice.oneIn(3) ? text(dice, setting).slice(0, 300) : dice.oneOf([...setting.bugs, ...setting.names])
  return path
    .replace(/^\/rest/, '')
    .replace(/\{\w+\}/g, () => encodeURIComponent(String(word()).replace(/[\uD800-\uDFFF]/g, '?')))
}

export function encoded(pairs: readonly (readonly string[])[]): string {
  return new URLSearchParams(pairs.map(([name = '', value = '']): [string, string] => [name, value])).toString()
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
