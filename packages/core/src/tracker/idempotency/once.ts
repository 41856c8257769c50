// Writes that are done once, however often they are asked for: the answer is kept under a key of the caller's.
import { subHours } from 'date-fns/subHours'
import { hashSecret } from '../../auth/secrets.js'
import type { Call } from '../../call/context.js'
import { limitsKey, unlimited } from '../../call/limits.js'
import type { AnyOperation } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'
import { fingerprintOf } from '../../kernel/fingerprint.js'
import { fromStored, toStored } from './stored-answer.js'

/** Hours for which a key is kept. */
const hoursKept = 24

/**
 * Maximum length of a stored response, in characters of JSON. If it was longer, a repeated call gets an error that
 * the work has been done.
 */
const longestAnswer = 262_144

/** The response of an earlier call. */
export interface Done {
  readonly answer: unknown
}

/** One call with a key, in its transaction. */
export interface Once {
  /**
   * Returns the response of an earlier call with this key, if there was one.
   * @throws idempotency_key_reused when the key was used for something else, or the answer is not stored
   */
  find(tx: Reader): Promise<Done | undefined>
  /** Keeps the answer. Called in the transaction that does the work: the row exists exactly when the work is done. */
  keep(tx: Writer, answer: unknown): Promise<void>
}

/**
 * Handles idempotency keys. Writes without a key are not deduplicated, nor are operations open to any caller, for
 * example logging out, because repeating them changes nothing.
 * @throws idempotency_key_invalid for callers who are logged out, operations that answer a secret, keys that are none
 */
export function createOnce(
  operation: AnyOperation,
  key: string | undefined,
  call: Call,
  input: unknown,
): Once | undefined {
  if (key === undefined) return undefined
  requireKey(key)
  if (operation.isSecret) throw new TrackerError('idempotency_key_invalid', { reason: 'secret' })
  if (operation.access === 'exempt') return undefined
  if (!call.who.user) throw new TrackerError('idempotency_key_invalid', { reason: 'logged out' })
  const caller = call.who.user.id
  const key_hash = hashSecret(key)
  // The system may see more than the user it acts for, and a user may see less with a key limited to products, so
  // their stored responses are separate.
  const by = [call.who.isSystem ? 'system ' : '', call.who.limits === unlimited ? '' : limitsKey(call.who.limits)]
  const what = `${by.join('')}${operation.name}`
  const fingerprint = fingerprintOf(what, input, call.catalogue.secret)

  return {
    async find(tx) {
      const [kept] = await tx.select({
        from: 'idempotency',
        where: { and: [{ col: 'caller', eq: caller }, { col: 'key_hash', eq: key_hash }, { not: outdated(call.now) }] },
      })
      if (!kept) return undefined
      if (kept.fingerprint !== fingerprint)
        throw new TrackerError('idempotency_key_reused', { reason: 'other request' })
      return { answer: answerOf(kept) }
    },
    async keep(tx, answer) {
      const stored = toStored(answer)
      const isKept = JSON.stringify(stored).length <= longestAnswer
      const row = { caller, key_hash, fingerprint, answer: isKept ? { value: stored } : {}, creation_time: call.now }
      await tx.put('idempotency', [row])
    },
  }
}

function answerOf({ answer }: Row<'idempotency'>): unknown {
  const { value } = answer as { readonly value?: Parameters<typeof fromStored>[0] }
  if (value === undefined) throw new TrackerError('idempotency_key_reused', { reason: 'answer not kept' })
  return fromStored(value)
}

/** Returns the condition for expired rows. */
export function outdated(now: Date): Where<'idempotency'> {
  return { col: 'creation_time', lt: subHours(now, hoursKept) }
}

/** Maximum number of characters. */
const longest = 255

/** @throws idempotency_key_invalid unless it is 1 to 255 visible ASCII characters */
export function requireKey(key: unknown): asserts key is string {
  if (typeof key === 'string' && key.length <= longest && /^[!-~]+$/.test(key)) return
  throw new TrackerError('idempotency_key_invalid', { reason: 'malformed' })
}
