// Converts a response: times and bytes as in process, and errors.
import type { ErrorCode } from '@trackerkit/core'
import type { Fault } from '@trackerkit/types'
import { TrackerError } from './errors.js'
import { byteNames, timeNames, withBytes, withCustomFields, withTimes } from './generated/routes.js'
import type { OperationName } from './request.js'
import type { Received } from './received.js'

/** The custom fields with these names, and whether each has times. */
export type LoadCustomTimes = (names: readonly string[]) => Promise<ReadonlySet<string>>

/** An operation with its input. */
export interface Question {
  readonly operation: OperationName
  readonly input: object
}

/**
 * The answer of an operation.
 * @throws the error that the tracker has answered with; not_a_tracker for what is no answer of one
 */
export async function readAnswer(question: Question, received: Received, load: LoadCustomTimes): Promise<unknown> {
  const { operation, input } = question
  const text = textOf(received)
  const times = withTimes.has(operation) ? timeNames : noNames
  const bytes = withBytes.has(operation) ? byteNames : noNames
  const custom = withCustomFields.has(operation) ? await load(customNames(text)) : noNames
  const answer = readJson(text, (key, value) => {
    if (key === 'faults' && Array.isArray(value))
      return value.map((fault: Fault) => ({ ...fault, id: asGiven(input, 'ids', fault.id) }))
    if (typeof value !== 'string') return value
    if (times.has(key) || custom.has(key)) return new Date(value)
    return bytes.has(key) ? bytesOf(value) : value
  })
  if (received.status >= 300 || answer === undefined || isFailure(answer)) throw failureOf(question, received, answer)
  return answer
}

/** Input values that the response repeats. Paths and queries turn numbers into strings, so these are restored. */
function asGiven(input: object, field: string, told: unknown): unknown {
  const given: unknown[] = [(input as Readonly<Record<string, unknown>>)[field]].flat()
  return given.find((one) => typeof one === 'number' && String(one) === told) ?? told
}

const noNames: ReadonlySet<string> = new Set()

/** @throws the error that the answer is, if it is one; not_a_tracker */
export function requireAnswer(question: Question, received: Received): void {
  if (received.status >= 300) throw failureOf(question, received)
}

/** Returns the error for an unexpected response: the tracker's own, or not_a_tracker. */
export function failureOf({ input }: Question, received: Received, answer = readJson(textOf(received))): TrackerError {
  return isFailure(answer) ? errorOf(answer, input, received) : notATracker(received, textOf(received))
}

/** Undefined for invalid JSON, and for JSON that is nested too deeply. */
function readJson(text: string, change?: Change): unknown {
  try {
    const answer: unknown = JSON.parse(text)
    if (change) changeMembers(answer, change)
    return answer
  } catch {
    return undefined
  }
}

type Change = (name: string, value: unknown) => unknown

/** Changes the members of objects in place, in less than half of the time that a reviver of JSON.parse takes. */
function changeMembers(value: unknown, change: Change): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return value.forEach((one) => changeMembers(one, change))
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    changeMembers(members[name], change)
    const changed = change(name, members[name])
    if (changed !== members[name]) members[name] = changed
  }
}

/** An error in the wire format. */
interface Failure {
  readonly error: true
  readonly code: number
  readonly message: string
  readonly field?: string
  readonly name?: ErrorCode
  readonly data?: Readonly<Record<string, unknown>>
}

function isFailure(answer: unknown): answer is Failure {
  if (typeof answer !== 'object' || answer === null) return false
  const { error, code, message } = answer as Partial<Failure>
  return error === true && typeof code === 'number' && typeof message === 'string'
}

function errorOf(
  { code, message, field, name, data }: Failure,
  input: object,
  { status, requestId }: Received,
): TrackerError {
  const about = data ?? (field === undefined ? {} : { field })
  const value = field !== undefined && 'value' in about && { value: asGiven(input, field, about.value) }
  return new TrackerError(name ?? 'unknown_error', message, {
    number: code,
    status,
    requestId,
    data: { ...withDates(about), ...value },
  })
}

/** Data of errors that are times. */
export const timesOfErrors = ['last_change_time', 'until'] as const

function withDates(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const revived = Object.entries(data).map(([key, value]) => [
    key,
    timesOfErrors.some((name) => name === key) ? new Date(String(value)) : value,
  ])
  return Object.fromEntries(revived) as Readonly<Record<string, unknown>>
}

function notATracker({ status, requestId }: Received, text: string): TrackerError {
  const begins = text.trim() === '' ? 'It is empty.' : `It begins with '${text.slice(0, 80)}'.`
  return new TrackerError('not_a_tracker', `The answer, with status ${status}, is not one of a tracker. ${begins}`, {
    status,
    requestId,
  })
}

function textOf({ bytes }: Received): string {
  return new TextDecoder().decode(bytes)
}

function customNames(text: string): string[] {
  return [...new Set([...text.matchAll(/"(cf_\w+)":/g)].map(([, name = '']) => name))]
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
