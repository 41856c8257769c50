import type { AnyOperation } from './operation.js'

/**
 * A group of operations on one kind of object. Routes, commands and documentation are generated from it, and it does
 * not mention them.
 */
export interface Resource<V extends Readonly<Record<string, AnyOperation>> = Readonly<Record<string, AnyOperation>>> {
  /** As the library names it. */
  readonly name: string
  /** One of its kind, in messages. */
  readonly one: string
  /** In documentation. */
  readonly title: string
  /** By verb. */
  readonly operations: V
}

/** Declares a resource, and keeps the exact types of its operations. */
export function resource<const V extends Readonly<Record<string, AnyOperation>>>(declared: Resource<V>): Resource<V> {
  return declared
}
