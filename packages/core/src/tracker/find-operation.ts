// Operations by their names, loaded at the first call of one that is not frequent.
import type { AnyOperation } from '../call/define/operation.js'
import { lazyPart } from '../kernel/lazy-part.js'
import { frequent, type AnyOperations } from './frequent.js'

const all = lazyPart(async (): Promise<AnyOperations> => (await import('./operations.js')).operations)

/** Loads all operations, before work that must not wait for them. */
export const loadOperations = all.load

/** The operation; undefined if it is not loaded yet. */
export function findOperation(resource: string, verb: string): AnyOperation | undefined {
  return (all.now() ?? frequent)[resource]?.[verb]
}

export async function loadOperation(resource: string, verb: string): Promise<AnyOperation> {
  return (await all.load())[resource]?.[verb] as AnyOperation
}
