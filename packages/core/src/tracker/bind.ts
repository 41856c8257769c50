// The operations as methods: tracker.as(who).bugs.create(input).
import type { AnyOperation } from '../define/operation.js'
import type { CallOptions, Operations } from '../generated/operations.js'
import { operations } from './operations.js'

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
              async (input?: unknown, options?: CallOptions) => {
                options?.signal?.throwIfAborted()
                return run(operation, input)
              },
            ]),
          )
          Object.defineProperty(this, resource, { value: methods, enumerable: true })
          return methods
        },
      },
    ]),
  ),
)

/** The operations, each run by `run`. That they are what the written types say is for a test of these types. */
export function bindOperations(run: Run): Operations {
  return Object.create(prototype, { [runKey]: { value: run } }) as Operations
}
