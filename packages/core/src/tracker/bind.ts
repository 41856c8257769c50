// The operations as methods: tracker.as(who).bugs.create(input).
import type { AnyOperation } from '../call/define/operation.js'
import type { CallOptions, Operations } from '@trackerkit/types'
import { findOperation, loadOperation } from './find-operation.js'
import { verbs } from './generated/verbs.js'

type Run = (operation: AnyOperation, input: unknown, options?: CallOptions) => Promise<unknown>

type Method = (input?: unknown, options?: CallOptions) => Promise<unknown>
type Methods = Readonly<Record<string, Method>>

/** Data behind the methods of one identity. */
interface Bound {
  readonly run: Run
  /** The methods of resources that have been asked for. */
  readonly made: Map<string, Methods>
  readonly [inspected]: () => object
}

/** `console.log` of Node, Deno and Bun calls this method for its output. */
const inspected = Symbol.for('nodejs.util.inspect.custom')

const resources = new Map(Object.entries<readonly string[]>(verbs))
const names = [...resources.keys()]

/** The operations, each run by `run`. A test compares them with the written types. */
export function bindOperations(run: Run): Operations {
  const bound: Bound = { run, made: new Map(), [inspected]: () => ({ ...methods }) }
  const methods = new Proxy(bound, face)
  return methods as unknown as Operations
}

/** Creates a resource's methods on first access: an object with getters would take twenty times as long to create. */
const face: ProxyHandler<Bound> = {
  get: methodsOf,
  has: (_bound, name) => resources.has(name as string),
  ownKeys: () => names,
  getOwnPropertyDescriptor(bound, name) {
    const value = methodsOf(bound, name)
    return value && { value, enumerable: true, configurable: true }
  },
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
}

function methodsOf(bound: Bound, name: string | symbol): Methods | undefined {
  const resource = name as string
  const known = bound.made.get(resource)
  if (known) return known
  const verbs = resources.get(resource)
  if (!verbs) return undefined
  const methods = Object.fromEntries(verbs.map((verb) => [verb, methodOf(bound.run, resource, verb)]))
  bound.made.set(resource, methods)
  return methods
}

function methodOf(run: Run, resource: string, verb: string): Method {
  return async (input, options) => {
    const operation = findOperation(resource, verb) ?? (await loadOperation(resource, verb))
    options?.signal?.throwIfAborted()
    return run(operation, input, options)
  }
}
