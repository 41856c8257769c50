// Fields of a body that are no input: repetitions of the path.
import { TrackerError } from '@trackerkit/core'
import type { Route } from './route.js'
import { namesOf } from '../http/request/coerce.js'
import type { PathValues } from '../http/errors.js'
import type { Parameters } from '../http/request/target.js'

/** Names under which clients repeat a value of the path, beside its name there. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  id_or_alias: ['id', 'ids', 'bug_id'],
  id_or_name: ['id', 'ids'],
  attachment_id: ['id'],
  comment_id: ['id'],
}

/**
 * Drops repetitions of the path, unless the operation has a field of that name.
 * @throws param_invalid for contradictions
 */
export function withoutRepetitions(route: Route, path: PathValues, parameters: Parameters): Parameters {
  const remaining = new Map(parameters)
  const { named } = namesOf(route.operation.input)
  for (const [segment, { key, keyOfDigits = key, joins }] of Object.entries(route.fill)) {
    const inPath = path.get(key) ?? path.get(keyOfDigits) ?? ''
    const names = [segment, ...(otherNames[segment] ?? [])].filter((name) => !named.has(name))
    for (const field of joins ? names : [...names, key]) {
      const value = remaining.get(field)
      if (!repeats(value, inPath))
        throw new TrackerError('param_invalid', { field, value, problem: `the path says '${inPath}'` })
      remaining.delete(field)
    }
  }
  return remaining
}

/** A value, or each of a list, equals the path. An ID may be that of the alias in the path, which is not known here. */
function repeats(value: unknown, inPath: string): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.every((item) => repeats(item, inPath))
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const [a, b] = [String(value), inPath].map((text) =>
    text
      .trim()
      .replace(/^#(?=\d)/, '')
      .toLowerCase(),
  )
  return a === b || isNumber(a) !== isNumber(b)
}

function isNumber(text: string | undefined): boolean {
  return /^\d+$/.test(text ?? '')
}
