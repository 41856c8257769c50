// Converts an operation and its input to a request: its route, path, query and body.
import type { OperationTypes } from '@trackerkit/types'
import { paramInvalid, TrackerError } from './errors.js'
import { routes } from './generated/routes.js'

export type OperationName = keyof OperationTypes

export type Input = Readonly<Record<string, unknown>>

/** A request, relative to the tracker. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, below `/rest`. */
  readonly target: string
  /** Sent as JSON. */
  readonly body?: Input
  /** It changes nothing, so it may be asked again when the answer gets lost. */
  readonly isRead: boolean
}

/** Proxies and servers reject longer URLs. Longer requests use POST where possible. */
const longestQuery = 8000
/** The server takes no longer ones. */
const longestTarget = 30_000

/**
 * The request that runs an operation.
 * @throws param_required, params_required for an input that fills no path; param_invalid for one that no address can hold
 */
export function requestOf(operation: OperationName, given: object): ApiRequest {
  const input = toWire(given) as Input
  const known = routes[operation].split(' ')
  const isRead = routes[operation].startsWith('GET')
  for (const route of known) {
    const [method = '', path = ''] = route.split(':')
    const filled = fillPath(path, input)
    if (!filled) continue
    if (/P(OS|U)T/.test(method)) return { method, target: filled.path, body: filled.beside, isRead }
    const hasOther = route !== known.at(-1) && known.at(-1)?.startsWith('POST') === true
    const query = hasOther && !fitsQuery(filled.beside) ? undefined : queryOf(filled.beside)
    const target = filled.path + (query ? `?${query}` : '')
    if (query === undefined || (hasOther && target.length > longestQuery)) continue
    if (target.length > longestTarget) throw tooLong(filled.beside)
    return { method, target, isRead }
  }
  throw missing(known)
}

interface Filled {
  readonly path: string
  /** Input that is not in the path. */
  readonly beside: Input
}

/** The path with values of the input; undefined when the input lacks one. */
function fillPath(path: string, input: Input): Filled | undefined {
  let isFilled = true
  const beside: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{([^{}]+)\}/g, (_, places: string) => {
    for (const place of places.split('|')) {
      const [, key = '', mark = ''] = /^(\w+)([+*]?)$/.exec(place) ?? []
      const [first, ...others] = [input[key] ?? []].flat() as unknown[]
      if (first === undefined) continue
      if (mark === '+' && others.length > 0) beside[key] = others
      else if (mark !== '*') delete beside[key]
      return segmentOf(first, places.startsWith('ids+|') && key !== 'ids')
    }
    isFilled = false
    return ''
  })
  return isFilled ? { path: filled, beside } : undefined
}

/** One segment. Digits that are a name, and dots, get a blank before them, which the tracker cuts: else they would mean something. */
function segmentOf(value: unknown, isName: boolean): string {
  const text = String(value)
  return encodeURIComponent(/^\.*$/.test(text) || (isName && /^\d+$/.test(text)) ? ` ${text}` : text)
}

/** Returns true if a query can express the input: it has no empty lists, no null and no types. */
function fitsQuery(input: Input): boolean {
  return Object.entries(input).every(
    ([name, value]) =>
      isFieldFilter(name) || isPlain(value) || (Array.isArray(value) && value.length > 0 && value.every(isPlain)),
  )
}

function isPlain(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || typeof value === 'number'
}

function isFieldFilter(name: string): boolean {
  return name === 'include_fields' || name === 'exclude_fields'
}

function queryOf(input: Input): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    const values: unknown[] = [value].flat()
    if (isFieldFilter(name)) query.append(name, values.join(','))
    else if (values.length === 0) throw paramInvalid(name, 'an empty list cannot be asked for over HTTP')
    else for (const one of values) query.append(name, String(one))
  }
  return query.toString()
}

/**
 * The value in JSON: times and bytes as text. Invalid numbers and times stay visible, so that the tracker rejects them.
 */
function toWire(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof Uint8Array) return base64(value)
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toWire(inner)]))
}

/** Limits the arguments of a call. A multiple of three bytes ends on a whole base64 group. */
const chunk = 24_576

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  return text
}

function tooLong(input: Input): TrackerError {
  const lengthOf = (name: string) => String(input[name]).length
  const field = Object.keys(input).reduce((longest, name) => (lengthOf(name) > lengthOf(longest) ? name : longest))
  return paramInvalid(field, `the URL must be at most ${longestTarget} characters`)
}

/** No route fits: the error names their parameters. */
function missing(known: readonly string[]): TrackerError {
  const places = known.flatMap((route) => [...route.matchAll(/(?<=[{|])\w+/g)].map(([key]) => key))
  const fields = [...new Set(places)]
  const [field = ''] = fields
  return fields.length === 1
    ? new TrackerError('param_required', `${field} is required.`, { number: 50, data: { field } })
    : new TrackerError('params_required', `At least one of these parameters is required: ${fields.join(', ')}.`, {
        number: 50,
        data: { fields },
      })
}
