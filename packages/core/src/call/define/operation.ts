// The only way to make a public operation.
import * as z from 'zod'
import type { Call, SystemGroup } from '../context.js'
import type { Logins } from '../login-provider.js'
import type { WebhookSender } from '../webhook-sender.js'
import type { Environment } from '../../kernel/environment.js'
import { TrackerError, type ErrorCode } from '../../kernel/errors.js'
import { fieldAt } from '../../kernel/field-at.js'
import type { OperationHandle } from '../precondition.js'
import type { Reader, TrackerSchema, Writer } from '../../schema/index.js'
import type { Store } from '../../store/index.js'

/**
 * Login requirement of an operation.
 * - `exempt`: none; wrong credentials count as none.
 * - `optional`: none, unless the installation requires a login.
 * - `required`: the caller must be logged in.
 */
export type Access = 'exempt' | 'optional' | 'required'

export interface Example {
  readonly title: string
  /** In TypeScript, without imports. */
  readonly code: string
}

interface Definition<I extends z.ZodType, O extends z.ZodType> {
  /** `resource.verb`. */
  readonly name: string
  /** One-line summary. */
  readonly summary: string
  /** Description of the behavior and the permissions, in Markdown. */
  readonly description: string
  /** Errors beside those of any operation (`commonErrors`). */
  readonly errors?: readonly ErrorCode[]
  /** How it is called. A test compiles the code. */
  readonly examples?: readonly Example[]
  readonly access: Access
  /** True if it is required for setting up a second factor, and therefore permitted before. */
  readonly isBeforeSecondFactor?: true
  /** A group the caller must be in; checked before the input is looked at. */
  readonly right?: { readonly group: SystemGroup; readonly action: string }
  /**
   * Scope an API key needs beside reading or writing: `admin` if the operation could give this key, or another, more
   * power.
   */
  readonly scope?: 'admin'
  /** True if it gives lasting access, or more power, with this input: a session needs confirmation for it. */
  confirms?(input: z.output<I>): boolean
  readonly input: I
  readonly output: O
  /** Codes for inputs that are missing, where `param_required` is not the one. */
  readonly missing?: Readonly<Record<string, ErrorCode>>
  /** It runs in several transactions, and waits between them. */
  readonly runsOutside?: 'wait for changes' | 'deliver webhooks' | 'receive held mail' | 'receive a report'
  /** Its answer holds a secret that is shown once: it is kept nowhere, so that no idempotency key is taken. */
  readonly isSecret?: boolean
  /**
   * Keys of the output with the objects that include_fields and exclude_fields filter; '' for a list at the top
   * level.
   */
  readonly filters?: string | readonly string[]
}

/** Milliseconds after which a call has certainly returned. Work that must not affect response times is done then. */
export const answerTime = 50

/**
 * Resources of `prepare`, which runs outside any transaction: for slow work (hashing) and for identifying the caller.
 */
export interface Preparation {
  readonly environment: Environment
  readonly store: Store<TrackerSchema>
  readonly address: string | undefined
  readonly requestId?: string | undefined
  readonly logins: Logins
  /** Makes the requests of webhooks; undefined where this process makes none, and within transactions. */
  readonly sender?: WebhookSender | undefined
  /**
   * Runs work for which the call need not wait, after `pause` milliseconds if given. Its failures are logged at most.
   */
  readonly afterwards: (work: () => Promise<void>, pause?: number) => void
}

export interface ReadDefinition<I extends z.ZodType, O extends z.ZodType> extends Definition<I, O> {
  /**
   * `scan`: it may read very many rows. Stores then run it where it blocks no others. If it takes too long, it fails
   * with `search_too_expensive`, which its errors include, instead of operation_timeout.
   */
  readonly reads?: 'scan'
  /** For an operation that may scan: whether it does not with this input, which names all that is read. */
  isNarrow?(input: z.output<I>): boolean
  run(tx: Reader, input: z.output<I>, call: Call): Promise<z.input<O>>
}

interface WriteBase<I extends z.ZodType, O extends z.ZodType, P> extends Definition<I, O> {
  /**
   * Returns true if it writes nothing with this input. It may then get a read-only transaction, which blocks no
   * writer.
   */
  readsOnly?(input: z.output<I>): boolean
  /** Returns true if it cannot be part of a transaction with this input, because its effect cannot be rolled back. */
  isApart?(input: z.output<I>): boolean
  /** May run more than once: it touches nothing but `tx` and `call`. */
  run(tx: Writer, input: z.output<I>, call: Call, prepared: P): Promise<z.input<O>>
}

interface Unprepared {
  readonly mayPrepare?: undefined
  readonly prepare?: undefined
}

interface Prepared<I extends z.ZodType, P> {
  /**
   * Throws unless the caller has all rights that `run` requires: other callers must not cause the slow work of
   * `prepare` or learn anything from it. `run` checks again, because it sees a later state.
   */
  mayPrepare(tx: Reader, input: z.output<I>, call: Call): Promise<unknown>
  prepare(input: z.output<I>, preparation: Preparation, call: Call): Promise<P>
}

export type WriteDefinition<I extends z.ZodType, O extends z.ZodType, P> = WriteBase<I, O, P> &
  (Unprepared | Prepared<I, P>)

export interface ReadOperation<I extends z.ZodType, O extends z.ZodType> extends ReadDefinition<I, O> {
  readonly kind: 'read'
}
export type WriteOperation<I extends z.ZodType, O extends z.ZodType, P = unknown> = WriteDefinition<I, O, P> & {
  readonly kind: 'write'
}

/** Any operation without its types, for routers and documentation. */
export interface AnyOperation extends Definition<z.ZodType, z.ZodType>, OperationHandle {}

/** Any operation with its functions. A read prepares nothing, and needs nothing of a writer but to read. */
export interface RunnableOperation extends AnyOperation {
  readonly reads?: 'scan'
  isNarrow?(input: unknown): boolean
  readsOnly?(input: unknown): boolean
  isApart?(input: unknown): boolean
  mayPrepare?(tx: Reader, input: unknown, call: Call): Promise<unknown>
  prepare?(input: unknown, preparation: Preparation, call: Call): Promise<unknown>
  run(tx: Writer, input: unknown, call: Call, prepared: unknown): Promise<unknown>
}

/** Defines an operation that runs on one snapshot. */
export function defineRead<I extends z.ZodType, O extends z.ZodType, const D extends Partial<Definition<I, O>>>(
  definition: ReadDefinition<I, O> & D,
): Omit<ReadOperation<I, O>, 'filters'> & Pick<D, Extract<keyof D, 'filters'>> {
  const { errors = [], reads } = definition
  return { ...definition, ...(reads && { errors: [...errors, 'search_too_expensive'] }), kind: 'read' }
}

/** Defines an operation that runs in one transaction. */
export function defineWrite<I extends z.ZodType, O extends z.ZodType, P = undefined>(
  definition: WriteDefinition<I, O, P>,
): WriteOperation<I, O, P> {
  return { ...definition, kind: 'write' }
}

/**
 * Checks and normalises the input of an operation.
 * @throws TrackerError for the first thing that is wrong with it
 */
export function parseInput<I extends z.ZodType>(
  operation: { readonly input: I; readonly missing?: Readonly<Record<string, ErrorCode>> },
  input: unknown,
): z.output<I> {
  const parsed = operation.input.safeParse(input ?? {})
  if (parsed.success) return parsed.data
  throw inputError(parsed.error.issues[0] as z.core.$ZodIssue, input, operation)
}

/** For refinements of schemas: the code and data of the error for the current value. */
export function problem<C extends ErrorCode>(
  code: C,
  data: Readonly<Record<string, unknown>> = {},
): { params: { code: C; data: typeof data } } {
  return { params: { code, data } }
}

/** Inputs that no error repeats. */
const secretInputs: readonly unknown[] = [
  'password',
  'current_password',
  'otp',
  'token',
  'key',
  'code',
  'headers',
  'secret',
]

interface Expecting {
  readonly input: z.ZodType
  readonly missing?: Readonly<Record<string, ErrorCode>>
}

function inputError(issue: z.core.$ZodIssue, input: unknown, operation: Expecting): TrackerError {
  const field = fieldAt(issue.path)
  const value = issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], input)
  const named = { field, value: issue.path.some((key) => secretInputs.includes(key)) ? undefined : value }
  if (field === '' && issue.code === 'invalid_type') return raise('body_not_object', {})
  if (issue.code === 'custom' && isProblem(issue.params))
    return raise(issue.params.code, { ...named, ...issue.params.data })
  if (issue.code === 'unrecognized_keys') {
    return raise('unknown_parameter', {
      field: fieldAt([...issue.path, issue.keys[0] as string]),
      accepted: field === '' ? keysOf(operation.input) : undefined,
    })
  }
  const missing = operation.missing?.[field]
  if (value === undefined || (value === null && missing)) return raise(missing ?? 'param_required', named)
  if (issue.code === 'invalid_union') {
    const closest = closestForm(issue, value)
    if (closest) return inputError({ ...closest, path: [...issue.path, ...closest.path] }, input, operation)
  }
  return shapeError(issue, named)
}

/** A value that has the wrong type, or is out of bounds. */
function shapeError(issue: z.core.$ZodIssue, named: { field: string; value: unknown }): TrackerError {
  if (issue.code === 'invalid_type' && issue.expected === 'number') return raise('number_not_numeric', named)
  if (issue.code === 'invalid_type' && issue.expected === 'int') return raise('param_must_be_numeric', named)
  if (issue.code === 'invalid_type' && issue.expected === 'date') return raise('illegal_date', named)
  if (issue.code === 'too_big' && issue.origin === 'string')
    return raise('text_too_long', { ...named, limit: Number(issue.maximum) })
  if (issue.code === 'too_big' && issue.origin === 'array')
    return raise('list_too_long', {
      field: named.field,
      count: (named.value as readonly unknown[]).length,
      limit: Number(issue.maximum),
    })
  if (issue.code === 'too_big') return raise('number_too_large', { ...named, limit: Number(issue.maximum) })
  if (issue.code === 'too_small' && issue.origin !== 'array' && issue.origin !== 'string')
    return raise('number_too_small', { ...named, limit: Number(issue.minimum) })
  return raise('param_invalid', { ...named, ...expectation(issue) })
}

/** Returns the issue of the union member closest to the value: the one with its type. */
function closestForm(issue: z.core.$ZodIssueInvalidUnion, value: unknown): z.core.$ZodIssue | undefined {
  return issue.errors.map(([first]) => first).find((first) => first && !hasOtherType(first, value))
}

/** Returns true if the value has none of the types of the member, which may itself be a union. */
function hasOtherType(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.path.length > 0) return false
  if (issue.code === 'invalid_union')
    return issue.errors.every(([first]) => first === undefined || hasOtherType(first, value))
  if (issue.code === 'invalid_value') return issue.values.every((one) => one === null || typeof one !== typeof value)
  return issue.code === 'invalid_type'
}

function raise(code: ErrorCode, data: Readonly<Record<string, unknown>>): TrackerError {
  return new (TrackerError as new (code: ErrorCode, data: Readonly<Record<string, unknown>>) => TrackerError)(
    code,
    data,
  )
}

function isProblem(params: unknown): params is { code: ErrorCode; data: Record<string, unknown> } {
  return typeof params === 'object' && params !== null && 'code' in params && 'data' in params
}

function keysOf(schema: z.ZodType): string[] | undefined {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined
}

function expectation(issue: z.core.$ZodIssue): { problem?: string; accepted?: string | readonly string[] } {
  if (issue.code === 'invalid_union') return { accepted: formsOf(issue).join(' or ') }
  if (issue.code === 'invalid_value') return { accepted: issue.values.map(String) }
  return { problem: issue.message.replace(/^Invalid input: /, '') }
}

function formsOf(issue: z.core.$ZodIssue | undefined): string[] {
  if (issue?.code === 'invalid_union') return issue.errors.flatMap(([first]) => formsOf(first))
  if (issue?.code === 'invalid_value') return issue.values.map(String)
  return [issue?.code === 'invalid_type' ? issue.expected : 'another form']
}
