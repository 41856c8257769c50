// The answers of rules, which come from code that may not have been type checked.
import { TrackerError } from '../../../kernel/errors.js'
import { plainLine, truncate } from '../../../kernel/normalize.js'

const mostCharacters = 500
const longestField = 100
const reasonForm = /^[a-z][a-z0-9_]{0,39}$/

/** Thrown for an answer of another form. */
export class InvalidAnswer extends Error {}

/** The error of the caller whose write a rule refuses. */
export function refusalOf(rule: string, answer: unknown): TrackerError | undefined {
  if (answer === undefined) return undefined
  const { message, field, reason } = (typeof answer === 'string' ? { message: answer } : (answer ?? {})) as {
    readonly [name: string]: unknown
  }
  const text = typeof message === 'string' ? lineOf(message) : ''
  if (text === '') throw new InvalidAnswer('check returns a message, { message, field, reason } or nothing')
  if (field !== undefined && (typeof field !== 'string' || field.length > longestField))
    throw new InvalidAnswer(`the field of a refusal is a text of at most ${longestField} characters`)
  if (reason !== undefined && (typeof reason !== 'string' || !reasonForm.test(reason)))
    throw new InvalidAnswer('the reason of a refusal is made of lowercase letters, digits and _')
  const data = { rule, ...(field !== undefined && { field }), ...(reason !== undefined && { reason }) }
  return Object.assign(new TrackerError('rule_refused', data), { message: text })
}

/** The changes that a rule makes. */
export function changesOf(answer: unknown): object | undefined {
  if (answer === undefined) return undefined
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new InvalidAnswer('set returns an object of changes or nothing')
  try {
    JSON.stringify(answer)
  } catch (cause) {
    throw new InvalidAnswer('set returns values that JSON has', { cause })
  }
  return Object.keys(answer).length === 0 ? undefined : answer
}

/** Cut before it is read. */
function lineOf(message: string): string {
  return truncate(plainLine(truncate(message, 2 * mostCharacters)), mostCharacters)
}
