// Tracks transactions that call external code: if that code uses the tracker from inside, it fails instead of waiting
// for its own transaction. These are `transaction`, `join`, writes with a precondition, whose `check` belongs to the
// caller, and writes with rules of the embedding program. Transactions call observers and loggers too, but never wait
// for them.
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { TrackerSchema } from '../schema/index.js'
import { isInsideWork } from '../store/following.js'
import type { Store, WriteOptions } from '../store/index.js'
import type { Invocation, InvokeSession } from './invoke.js'

/** For transactions that only run operations. */
export const ours: WriteOptions = { ours: true }

/** For transactions that may run external code. */
export const followed: WriteOptions = {}

export function writeOptionsOf(
  { precondition }: Pick<Invocation, 'precondition'>,
  { openRules }: Pick<InvokeSession, 'openRules'>,
): WriteOptions {
  return precondition || openRules ? followed : ours
}

/** Returns whether an invocation needs a transaction that writes. An answer that is kept under a key is written. */
export function writesIn({ operation, input, idempotencyKey }: Invocation): boolean {
  if (operation.kind === 'read') return false
  return idempotencyKey !== undefined || !('value' in input) || !operation.readsOnly?.(input.value)
}

/** @throws use_transaction inside a transaction of the tracker */
export async function refuseInsideTransaction(store: Store<TrackerSchema>, environment: Environment): Promise<void> {
  if (!isInsideWork()) return
  try {
    await retrying(environment, () => store.read(() => undefined))
  } catch (error) {
    if (isTrackerError(error, 'use_transaction')) throw error
  }
}
