// Operations by their names, loaded at the first call of one that is not frequent.
import type { AnyOperation } from '../call/define/operation.js'
import { lazyPart } from '../kernel/lazy-part.js'
import { frequent, type AnyOperations } from './frequent.js'

const all = lazyPart(async (): Promise<AnyOperations> => (await import('./operations.js')).operations)

/** Loads all operations, before work that must not wait for them. */
export const loadOperations = all.load

/** The operation, or a promise of it if it is not loaded yet. */
export function findOperation(resource: string, verb: string): AnyOperation | Promise<AnyOperation> {
  const find = (operations: AnyOperations) => operations[resource]?.[verb]
  return find(all.now() ?? frequent) ?? all.load().then((operations) => find(operations) as AnyOperation)
}
