// Every input of every operation, as the API's own description lists them.
import { requestLimits } from '@trackerkit/rest'
import type { Description } from '../requests.js'
import type { Resolve, Shape } from '../values.js'
import { coded, maxTarget, maxText, type Known, type Place } from './place.js'

/** Values that most inputs of these names accept, so that requests get as far as they can. */
const samples: Readonly<Record<string, unknown>> = {
  ...{ id: 1, ids: [1], id_or_alias: 1, id_or_name: 2, id_or_product: 1, product: 'Widgets', component: 'UI' },
  ...{ name: 'x', names: ['x'], version: '1.0', field: 'op_sys', value: 'Other', group: 'editbugs', product_id: 1 },
  ...{ summary: 'It blinks', description: 'It does', default_assignee: 'admin@example.com', email: 'x@example.com' },
  ...{ file_name: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8=', comment: 'It does' },
}

/** Where the name of a parameter is not enough. */
const samplesAt: readonly (readonly [path: RegExp, samples: Readonly<Record<string, unknown>>])[] = [
  [/^\/component\//, { name: 'UI' }],
  [/^\/version\//, { name: '1.0' }],
  [/^\/milestone\//, { name: '---' }],
  [/^\/product\//, { id_or_name: 'Widgets' }],
  [/^\/(classification|keyword)\//, { id_or_name: 1 }],
  [/^\/field\/bug\/\{id_or_name\}/, { id_or_name: 'op_sys' }],
  [/^\/field\/.*\/\{product_id\}/, { field: 'version' }],
  // The first is the one that asks.
  [/^\/user\/\{id\}\/erase/, { id: 3 }],
]

const limitOf = (shape: Shape) => (shape as { readonly maxLength?: number }).maxLength

interface Leaf {
  readonly name: string
  readonly limit: number
  readonly of: (text: string) => unknown
}

/** The first server is the one whose paths the others repeat. */
export type ServedDescription = Description & { readonly servers: readonly { readonly url: string }[] }

export function operationPlaces({ servers, paths, components }: ServedDescription, known: Known): Place[] {
  const resolve: Resolve = (shape) => {
    const name = shape.$ref?.split('/').at(-1)
    return name === undefined ? shape : resolve(components.schemas[name] ?? {})
  }
  const headers = { 'X-Tracker-API-Key': known.api_key }
  const own = { comment_id: known.comment, attachment_id: known.attachment, key: known.intake_key }
  return Object.entries(paths).flatMap(([path, methods]) => {
    const special = samplesAt.filter(([at]) => at.test(path)).flatMap(([, values]) => Object.entries(values))
    const values: Readonly<Record<string, unknown>> = { ...samples, ...own, ...Object.fromEntries(special) }
    const filled = (name?: string, text = '') =>
      (servers[0]?.url ?? '') +
      path.replace(/\{(\w+)\}/g, (_all, one: string) =>
        one === name ? text : coded(String((values[one] as string | number | undefined) ?? 1)),
      )
    return Object.entries(methods).flatMap(([lower, { parameters = [], requestBody }]) => {
      const method = lower.toUpperCase()
      const shape = requestBody?.content['application/json']?.schema
      const common = { method, headers: shape ? { ...headers, 'Content-Type': 'application/json' } : headers }
      const empty = shape ? { body: JSON.stringify(sampleOf(shape, '', resolve)) } : {}
      // All bugs there are would take the time of many other requests.
      const few = parameters.some(({ name }) => name === 'limit') ? '&limit=20' : ''
      const ofParameters = parameters.map(({ name, in: where, schema = {} }): Place => ({
        name: `${method} ${path} ${where} ${name}`,
        limit: where === 'path' ? requestLimits.segment : (limitOf(schema) ?? 1000),
        most: maxTarget,
        request: (text) => ({
          ...{ ...common, ...empty },
          path:
            where === 'path'
              ? filled(name, coded(text))
              : `${filled()}?${name}=${coded(text)}${name === 'limit' ? '' : few}`,
        }),
      }))
      const ofBody = (shape ? leavesOf(shape, resolve, '') : []).map(({ name, limit, of }): Place => ({
        name: `${method} ${path} body ${name}`,
        limit,
        most: name.endsWith('[]') ? 4000 : maxText,
        request: (text) => ({ ...common, path: filled(), body: JSON.stringify(of(text)) }),
      }))
      return [...ofParameters, ...ofBody]
    })
  })
}

function sampleOf(shape: Shape, name: string, resolve: Resolve): unknown {
  const real = resolve(shape)
  if (samples[name] !== undefined) return samples[name]
  if (real.enum) return real.enum[0]
  if (real.items) return [sampleOf(real.items, name, resolve)]
  const [variant] = real.anyOf ?? real.oneOf ?? []
  if (variant) return sampleOf(variant, name, resolve)
  if (real.type === 'object') return neededBy(real, resolve)
  return real.type === 'integer' || real.type === 'number' || real.type === 'boolean' ? 1 : 'x'
}

function neededBy({ properties = {}, required = [] }: Shape, resolve: Resolve): Record<string, unknown> {
  const few = properties['limit'] && properties['quicksearch'] ? { limit: 20 } : {}
  return { ...few, ...Object.fromEntries(required.map((key) => [key, sampleOf(properties[key] ?? {}, key, resolve)])) }
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
  const { properties = {}, additionalProperties: more } = real
  if (real.type !== 'object' && Object.keys(properties).length === 0)
    return [{ name, limit: limitOf(real) ?? 64, of: (text) => text }]
  const needed = neededBy(real, resolve)
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
