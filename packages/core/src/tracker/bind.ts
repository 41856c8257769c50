// The operations as methods: tracker.as(who).bugs.create(input).
import type { z } from 'zod'
import type { AnyOperation } from '../define/operation.js'
import { operations } from './operations.js'

type Registry = typeof operations

/** With include_fields or exclude_fields the objects of an answer hold what was asked for, so nothing is certain to be there. */
type Cut<O, Key extends PropertyKey> = Key extends '' ? CutObjects<O> : CutBelow<O, Key>
type CutBelow<O, Key extends PropertyKey> = {
  [K in keyof O]: K extends Key
    ? CutObjects<O[K]>
    : O[K] extends Holder<Key> | Record<string, Holder<Key>>
      ? CutBelow<O[K], Key>
      : O[K]
}
type Holder<Key extends PropertyKey> = { readonly [K in Key]: unknown }

/** The objects stand in a list, or singly or in lists under ids. */
type CutObjects<V> = V extends readonly (infer Item)[]
  ? CutObject<Item>[]
  : string extends keyof V
    ? { [id: string]: V[keyof V] extends readonly unknown[] ? CutObjects<V[keyof V]> : CutObject<V[keyof V]> }
    : CutObject<V>
type CutObject<T> = { [K in keyof T]?: CutValue<T[K]> }
type CutValue<V> = V extends Date | Uint8Array | readonly (string | number)[]
  ? V
  : V extends readonly (infer Item)[]
    ? Partial<Item>[]
    : V extends object
      ? Partial<V>
      : V

/** An input that is known to ask for whole objects; any other may cut them. */
type Whole<I> = I & { readonly include_fields?: undefined; readonly exclude_fields?: undefined }

interface CutMethod<I, O, Key extends PropertyKey> {
  (...input: Input<Whole<I>>): Promise<O>
  (...input: Input<I>): Promise<Cut<O, Key>>
}

/** The input may be left out when nothing in it is required. */
type Input<I> = Record<never, never> extends I ? [input?: I] : [input: I]

type Method<Op> = Op extends { readonly input: infer I extends z.ZodType; readonly output: infer O extends z.ZodType }
  ? Op extends { readonly filters: infer Keys extends string | readonly string[] }
    ? CutMethod<z.input<I>, z.output<O>, Keys extends readonly string[] ? Keys[number] : Keys>
    : (...input: Input<z.input<I>>) => Promise<z.output<O>>
  : never

/** Every operation, grouped by resource. */
export type Operations = {
  readonly [R in keyof Registry]: { readonly [V in keyof Registry[R]]: Method<Registry[R][V]> }
}

type Run = (operation: AnyOperation, input: unknown) => Promise<unknown>

const runKey = Symbol('run')

/** Getters make a resource's methods when they are first asked for, so binding an identity costs one object. */
const prototype = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.entries(operations).map(([resource, verbs]) => [
      resource,
      {
        enumerable: true,
        get(this: { readonly [runKey]: Run }) {
          const run = this[runKey]
          const methods = Object.fromEntries(
            Object.entries<AnyOperation>(verbs).map(([verb, operation]) => [
              verb,
              (input?: unknown) => run(operation, input),
            ]),
          )
          Object.defineProperty(this, resource, { value: methods, enumerable: true })
          return methods
        },
      },
    ]),
  ),
)

/** The operations, each run by `run`. */
export function bindOperations(run: Run): Operations {
  return Object.create(prototype, { [runKey]: { value: run } }) as Operations
}
