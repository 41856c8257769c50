// One input out of path, query and body.
import { TrackerError } from '@trackerkit/core'
import { countPieces, isCommaOrBlank, mostEntries, piecesOf } from '@trackerkit/core/operations'
import type { Route } from './route.js'
import { coerce, namesOf } from '../http/request/coerce.js'
import type { PathValues } from '../http/errors.js'
import { withoutRepetitions } from './repeated.js'
import { decodeSegment, type Parameters } from '../http/request/target.js'

/** The values that the segments of a path give to the input of its route. */
export function pathValues(route: Route, segments: ReadonlyMap<string, string>): PathValues {
  const values = new Map<string, string>()
  for (const [name, segment] of segments) {
    const value = decodeSegment(segment)
    const fill = route.fill[name]
    if (!fill) throw new Error(`${route.method} ${route.path}: nothing says where {${name}} goes`)
    const key = fill.keyOfDigits !== undefined && /^\d+$/.test(value) ? fill.keyOfDigits : fill.key
    values.set(key, value)
  }
  return values
}

/**
 * The input of a route's operation. On GET, unknown parameters are ignored, because clients add theirs to URLs; otherwise, and with
 * `isStrict`, the operation refuses them by name, because a misspelled field would be lost silently. Repetitions of the path are
 * dropped.
 */
export function inputOf(
  route: Route,
  path: PathValues,
  parameters: Parameters,
  isStrict = false,
): Readonly<Record<string, unknown>> {
  const { input: schema } = route.operation
  const { named, takesOthers } = namesOf(schema)
  const input = new Map<string, unknown>()
  const relevant = route.method === 'GET' ? parameters : withoutRepetitions(route, path, parameters)
  for (const [name, value] of relevant) {
    if (!named.has(name) && (isPrivateName(name) || (route.method === 'GET' && !takesOthers && !isStrict))) continue
    input.set(name, isFieldFilter(name) ? fieldNames(name, value) : value)
  }
  for (const [key, value] of path) input.set(key, joins(route, key) ? joinValues(value, input.get(key)) : value)
  return coerce(schema, Object.fromEntries(input)) as Readonly<Record<string, unknown>>
}

/** Ids are always a list. */
function joins({ fill }: Route, key: string): boolean {
  return Object.values(fill).some((entry) => entry.keyOfDigits === key || (entry.joins && entry.key === key))
}

function joinValues(first: string, others: unknown): unknown[] {
  const list = others === undefined || others === null ? [] : Array.isArray(others) ? (others as unknown[]) : [others]
  const values = new Set([first])
  return [first, ...list.filter((value) => !values.has(String(value)) && values.add(String(value)))]
}

/** Clients mark private parameters, such as those against caches, by an underscore. */
function isPrivateName(name: string): boolean {
  return name.startsWith('_')
}

function isFieldFilter(name: string): boolean {
  return name === 'include_fields' || name === 'exclude_fields'
}

/** Field names are separated by commas, spaces or plus signs, or a list. @throws TrackerError (list_too_long) */
function fieldNames(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => fieldNames(field, item))
  if (typeof value !== 'string') return value
  const [count, limit] = [countPieces(value, isBetweenFields), mostEntries]
  if (count > limit) throw new TrackerError('list_too_long', { field, count, limit })
  return piecesOf(value, isBetweenFields)
}

function isBetweenFields(character: string): boolean {
  return character === '+' || isCommaOrBlank(character)
}
