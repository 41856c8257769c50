// Consequences of erasures and edits: change feed, audit log, stored responses.
import type { Call } from '../../call/context.js'
import { accountNotice } from '../../call/mail-fact.js'
import type { Writer } from '../../schema/index.js'
import { logErasures } from '../audit/write.js'
import { lastError } from '../webhooks/last-error.js'
import { changedByAnyone } from '../bugs/state/last-changer.js'
import { noteBulk, type BulkChanged } from '../bugs/write/write-bulk.js'

/**
 * Notes that bugs have been changed now (see asChangeOf) though nothing was added to them: copies that follow the change feed read
 * them again.
 */
export async function noteRewritten(tx: Writer, call: Call, rewritten: readonly BulkChanged[]): Promise<void> {
  const ids = rewritten.map(({ bug }) => bug.id)
  await tx.update('bugs', { col: 'id', in: ids }, changedByAnyone(call))
  await noteBulk(tx, call, rewritten)
}

/** Logs the reason for each erasure and drops other copies of the content. `what`: the operation with its input. */
export async function auditErasure(
  tx: Writer,
  call: Call,
  what: string,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await logErasures(tx, call, ids, { field: what, removed: null, added: reason })
  await forgetAnswers(tx)
  await forgetWhatOthersSaid(tx)
}

/**
 * Stored responses to writes with an idempotency key may contain erased content. They are emptied; the record of the
 * write stays.
 */
async function forgetAnswers(tx: Writer): Promise<void> {
  await tx.update('idempotency', { and: [] }, { answer: {} })
}

const nothingSucceeded = 'nothing has succeeded'

/**
 * Responses of webhook receivers and mail servers may repeat earlier content: all stored ones are removed, whichever
 * bug they were about.
 */
async function forgetWhatOthersSaid(tx: Writer): Promise<void> {
  const failed = { not: { col: 'last_error', eq: null } } as const
  await tx.update('webhook_deliveries', { not: { col: 'answer', eq: null } }, { answer: null })
  await tx.update('webhook_deliveries', failed, { last_error: null })
  await tx.update('mail_outbox', failed, { last_error: null })
  await tx.update('webhooks', { col: 'disabled_reason', contains: lastError }, { disabled_reason: nothingSucceeded })
  for (const { id, payload } of await tx.select({ from: 'mail_outbox', where: { col: 'kind', eq: 'account' } })) {
    const { data: notice } = accountNotice.safeParse(payload)
    if (notice?.what === 'webhook_disabled' && notice.reason.includes(lastError))
      await tx.update('mail_outbox', { col: 'id', eq: id }, { payload: { ...notice, reason: nothingSucceeded } })
  }
}
