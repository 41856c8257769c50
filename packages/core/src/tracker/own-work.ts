// Which transactions call code of others, which might use the tracker from inside. They are `followed`, so that it fails instead of
// waiting for itself: `transaction`, `join`, and writes with a precondition, whose `check` is the caller's. Observers and loggers are called from inside as well, but
// nobody waits for what they begin.
import type { WriteOptions } from '../store/index.js'
import type { Invocation } from './invoke.js'

/** For transactions that run operations alone. */
export const ours: WriteOptions = { ours: true }

const followed: WriteOptions = {}

export function writeOptionsOf({ precondition }: Invocation): WriteOptions {
  return precondition ? followed : ours
}
