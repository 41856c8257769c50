// Every place where something comes in: headers, target, segments, queries, bodies, pages, forms.
import { requestLimits } from '@trackerkit/rest'
import type { Description } from '../requests.js'
import type { Resolve, Shape } from '../values.js'
import { formPlaces, heavyPlaces, pagePlaces } from './pages.js'
import { coded, maxTarget, type CostRequest, type Known, type Place } from './place.js'

const maxHeader = 32_000
const maxText = 131_072

/** What most inputs of these names accept, so that requests get as far as they can. */
const samples: Readonly<Record<string, unknown>> = {
  ...{ id: 1, ids: [1], id_or_alias: 1, id_or_name: 2, id_or_product: 'Widgets', product: 'Widgets', component: 'UI' },
  ...{
    name: 'x',
    names: ['x'],
    version: '1.0',
    field: 'version',
    summary: 'It blinks',
    product_id: 1,
    data: 'aGVsbG8=',
  },
  ...{ file_name: 'a.txt', content_type: 'text/plain', comment: 'It does', comment_id: 1, email: 'x@example.com' },
}

function sampleOf(shape: Shape, name: string, resolve: Resolve): unknown {
  const real = resolve(shape)
  if (samples[name] !== undefined) return samples[name]
  if (real.enum) return real.enum[0]
  if (real.items) return [sampleOf(real.items, name, resolve)]
  const [variant] = real.anyOf ?? real.oneOf ?? []
  if (variant) return sampleOf(variant, name, resolve)
  if (real.type === 'object') return {}
  return real.type === 'integer' || real.type === 'number' || real.type === 'boolean' ? 1 : 'x'
}

const limitOf = (shape: Shape) => (shape as { readonly maxLength?: number }).maxLength

interface Leaf {
  readonly name: string
  readonly limit: number
  readonly of: (text: string) => unknown
}

function leavesOf(shape: Shape, resolve: Resolve, name: string, depth = 0): Leaf[] {
  const real = resolve(shape)
  const variants = real.anyOf ?? real.oneOf ?? real.allOf
  if (depth > 6) return []
  if (variants) return distinct(variants.flatMap((one) => leavesOf(one, resolve, name, depth + 1)))
  if (real.items) {
    const list: Leaf = {
      name: `${name}[]`,
      limit: 1000,
      of: (text) => Array.from(text).map((letter, n) => `${letter}${n}`),
    }
    const within = leavesOf(real.items, resolve, name, depth + 1)
    return [list, ...within.map((leaf) => ({ ...leaf, of: (text: string) => [leaf.of(text)] }))]
  }
  const { properties = {}, required = [], additionalProperties: more } = real
  if (real.type !== 'object' && Object.keys(properties).length === 0)
    return [{ name, limit: limitOf(real) ?? 64, of: (text) => text }]
  const needed = Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key, resolve)]))
  const leaves = Object.entries(properties).flatMap(([key, one]) =>
    leavesOf(one, resolve, key, depth + 1).map((leaf) => ({
      ...leaf,
      name: name === '' ? leaf.name : `${name}.${leaf.name}`,
      of: (text: string) => ({ ...needed, [key]: leaf.of(text) }),
    })),
  )
  if (!more) return leaves
  return [...leaves, { name: `${name}.*`, limit: 256, of: (text) => ({ ...needed, [text]: 'x' }) }]
}

const distinct = <T extends { readonly name: string }>(list: readonly T[]): T[] => [
  ...new Map(list.toReversed().map((one) => [one.name, one])).values(),
]

function operationPlaces({ paths, components }: Description, headers: CostRequest['headers']): Place[] {
  const resolve: Resolve = (shape) => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : resolve(components.schemas[name] ?? {})
  }
  const filled = (path: string, name?: string, text = '') =>
    path.replace(/\{(\w+)\}/g, (_all, one: string) =>
      one === name ? text : coded(`${(samples[one] as string | number | undefined) ?? 1}`),
    )
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([lower, { parameters = [], requestBody }]) => {
      const method = lower.toUpperCase()
      const shape = requestBody?.content['application/json']?.schema
      const common = { method, headers: shape ? { ...headers, 'Content-Type': 'application/json' } : headers }
      const empty = shape ? { body: JSON.stringify(sampleOf(shape, '', resolve)) } : {}
      const route = `${method} ${path}`
      const ofParameters = parameters.map(({ name, in: where, schema = {} }): Place => ({
        name: `${route} ${where} ${name}`,
        limit: where === 'path' ? requestLimits.segment : (limitOf(schema) ?? 1000),
        most: maxTarget,
        request: (text) => ({
          ...{ ...common, ...empty },
          path: where === 'path' ? filled(path, name, coded(text)) : `${filled(path)}?${name}=${coded(text)}`,
        }),
      }))
      const leaves = shape ? leavesOf(shape, resolve, '') : []
      const ofBody = leaves.map(({ name, limit, of }): Place => ({
        name: `${route} body ${name}`,
        limit,
        most: name.endsWith('[]') ? 4000 : maxText,
        request: (text) => ({ ...common, path: filled(path), body: JSON.stringify(of(text)) }),
      }))
      return [...ofParameters, ...ofBody]
    }),
  )
}

/** What a value of such a header begins with. */
const beginnings: Readonly<Record<string, string>> = {
  ...{ range: 'bytes=', 'if-none-match': '"', authorization: 'Basic ', forwarded: 'for=', accept: 'text/html;' },
  ...{ 'content-type': 'application/json;', 'x-tracker-otp': '0', cookie: 'a=b;', prefer: 'handling=' },
}

function headerPlaces({ api_key, cookie, attachment }: Known): Place[] {
  const key = { 'X-Tracker-API-Key': api_key }
  const bases: Readonly<Record<string, readonly CostRequest[]>> = {
    range: [{ method: 'GET', path: `/rest/bug/attachment/${attachment}/data`, headers: key }],
    'if-match': [{ method: 'PUT', path: '/rest/bug/1', headers: key, body: '{}' }],
    'content-type': [{ method: 'POST', path: '/rest/bug/search', headers: key, body: '{}' }],
    'last-event-id': [{ method: 'GET', path: '/rest/changes/stream', headers: key }],
    'idempotency-key': [{ method: 'POST', path: '/rest/bug/1/comment', headers: key, body: '{"comment":"x"}' }],
  }
  const usual: readonly CostRequest[] = [
    { method: 'GET', path: '/rest/bug/1', headers: key },
    { method: 'GET', path: '/bug/1', headers: { Cookie: cookie } },
    { method: 'GET', path: `/-/attachment/${attachment}`, headers: { Cookie: cookie } },
  ]
  return Object.entries(requestLimits.headers)
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, { most: limit }]) =>
      [...(bases[name] ?? []), ...usual].flatMap((base) =>
        [...new Set(['', beginnings[name] ?? ''])].map((before): Place => ({
          name: `header ${name} of ${base.method} ${base.path}${before && ` after ${before}`}`,
          ...{ limit, most: maxHeader },
          request: (text) => ({
            ...base,
            headers: {
              ...base.headers,
              ...(base.body && { 'Content-Type': 'application/json' }),
              [name]: before + text,
            },
          }),
        })),
      ),
    )
}

/** What is no value of its own: the address as a whole, how many names there are, depth. */
function wholePlaces({ api_key, cookie }: Known): Place[] {
  const headers = { 'X-Tracker-API-Key': api_key, Cookie: cookie }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const asIs = (text: string) => text.replaceAll(/[^!-~]|["<>\\^`{|}#]/gu, coded)
  const targets = ['/', '/a', '/rest/', '/rest/bug/', '/-/', '/bug/', '/rest?', '/rest/bug?', '/bugs?']
  const names = (text: string) => Array.from(text).map((letter, n) => [`${letter}${n}`, 'x'] as [string, string])
  return [
    ...targets.map((target): Place => ({
      name: `target ${target}`,
      limit: target.includes('?') ? requestLimits.target : requestLimits.path,
      most: maxTarget,
      request: (text) => ({ method: 'GET', path: target + asIs(text), headers }),
    })),
    {
      ...{ name: 'names in a query', limit: requestLimits.parameterNames, most: 6000 },
      request: (text) => ({
        method: 'GET',
        path: `/rest/bug?limit=1&${new URLSearchParams(names(text)).toString()}`,
        headers,
      }),
    },
    {
      ...{ name: 'names in a body', limit: requestLimits.parameterNames, most: 30_000 },
      request: (text) => ({
        method: 'POST',
        path: '/rest/bug/search',
        headers: json,
        body: JSON.stringify(Object.fromEntries(names(text))),
      }),
    },
    ...['', '[', '{"a":', '{"a":"', '{"limit":'].map((before): Place => ({
      ...{ name: `body as a whole after ${before}`, limit: maxText, most: 4 * maxText },
      request: (text) => ({ method: 'POST', path: '/rest/bug/search', headers: json, body: before + text }),
    })),
  ]
}

export function placesOf(description: Description, known: Known): Place[] {
  const key = { 'X-Tracker-API-Key': known.api_key }
  return [
    ...headerPlaces(known),
    ...wholePlaces(known),
    ...operationPlaces(description, key),
    ...pagePlaces(known),
    ...formPlaces(known),
    ...heavyPlaces(known),
  ]
}
