// What a body may say beside its input: what the path says already, and what is so anyway.
import { TrackerError } from '@trackerkit/core'
import type { Route } from './route.js'
import { namesOf, toBoolean } from '../http/request/coerce.js'
import type { PathValues } from '../http/errors.js'
import type { Parameters } from '../http/request/target.js'

/** Under which names clients repeat a value of the path, beside the name that it has there. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  id_or_alias: ['id', 'ids', 'bug_id'],
  id_or_name: ['id', 'ids'],
  attachment_id: ['id'],
  comment_id: ['id'],
}

/** Parameters of newer servers that are false of this one, and why. */
const falseAnyway: Readonly<Record<string, string>> = { is_markdown: 'texts are plain here' }

/**
 * The parameters without what repeats the path or says what is so anyway. What the operation takes under such a name is its own.
 * @throws param_invalid for what contradicts
 */
export function withoutRepetitions(route: Route, path: PathValues, parameters: Parameters): Parameters {
  const left = new Map([...parameters].map(([name, value]) => [name, name === 'comment' ? plain(value) : value]))
  dropFalse(left)
  const { named } = namesOf(route.operation.input)
  for (const [segment, { key, keyOfDigits = key, joins }] of Object.entries(route.fill)) {
    const said = path.get(key) ?? path.get(keyOfDigits) ?? ''
    const names = [segment, ...(otherNames[segment] ?? [])].filter((name) => !named.has(name))
    for (const field of joins ? names : [...names, key]) {
      const value = left.get(field)
      if (!repeats(value, said))
        throw new TrackerError('param_invalid', { field, value, problem: `the path says '${said}'` })
      left.delete(field)
    }
  }
  return left
}

/** Whether a value, or each of a list, says nothing else. A number may be the bug that a name means, which is not known here. */
function repeats(value: unknown, said: string): boolean {
  if (value === undefined || value === null) return true
  if (Array.isArray(value)) return value.every((one) => repeats(one, said))
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const [given, wanted] = [String(value), said].map((one) =>
    one
      .trim()
      .replace(/^#(?=\d)/, '')
      .toLowerCase(),
  )
  return given === wanted || isNumber(given) !== isNumber(wanted)
}

function isNumber(text: string | undefined): boolean {
  return /^\d+$/.test(text ?? '')
}

/** A comment in the body of another change. */
function plain(comment: unknown): unknown {
  if (typeof comment !== 'object' || comment === null || Array.isArray(comment)) return comment
  const left = new Map<string, unknown>(Object.entries(comment))
  dropFalse(left, 'comment.')
  return Object.fromEntries(left)
}

function dropFalse(values: Map<string, unknown>, prefix = ''): void {
  for (const [name, problem] of Object.entries(falseAnyway)) {
    const value = values.get(name)
    if (value !== undefined && value !== null && toBoolean(value) !== false)
      throw new TrackerError('param_invalid', { field: prefix + name, value, problem, accepted: 'false' })
    values.delete(name)
  }
}
