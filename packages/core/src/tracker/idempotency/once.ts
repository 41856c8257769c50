// Writes that are done once, however often they are asked for: the answer is kept under a key of the caller's.
import { subHours } from 'date-fns/subHours'
import { hashSecret } from '../../auth/secrets.js'
import type { Call } from '../../call/context.js'
import { limitsKey, unlimited } from '../../call/limits.js'
import type { AnyOperation } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'
import { fingerprintOf } from '../../kernel/fingerprint.js'
import { requireKey } from './key.js'
import { fromStored, toStored } from './stored-answer.js'

/** For so many hours a key stands for what was done under it. */
const hoursKept = 24

/** Longer answers are not kept, in characters of JSON: a repeated call is then told that it has been done. */
const longestAnswer = 262_144

/** What was answered when something was done before. */
export interface Done {
  readonly answer: unknown
}

/** One call with a key, in its transaction. */
export interface Once {
  /**
   * What was answered when this was done before, if it was.
   * @throws idempotency_key_reused when the key was used for something else, or the answer was too long to be kept
   */
  find(tx: Reader): Promise<Done | undefined>
  /** Keeps the answer. Called in the transaction that does the work: the row exists exactly when the work is done. */
  keep(tx: Writer, answer: unknown): Promise<void>
}

/**
 * Without a key, a write is done as often as it is called. So is one that answers anybody, such as logging out: it does the same.
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
  // The system, in whoever's name, is answered what that person may not see; so is that person, by a key for some products alone.
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

/** What stands for nothing any more. */
export function outdated(now: Date): Where<'idempotency'> {
  return { col: 'creation_time', lt: subHours(now, hoursKept) }
}
