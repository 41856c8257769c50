import { TrackerError } from '../../kernel/errors.js'

/** Maximum number of characters. */
const longest = 255

/** @throws idempotency_key_invalid for what is not 1 to 255 visible characters of ASCII */
export function requireKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && key.length <= longest && /^[!-~]+$/.test(key)) return
  throw new TrackerError('idempotency_key_invalid', { reason: 'malformed' })
}
