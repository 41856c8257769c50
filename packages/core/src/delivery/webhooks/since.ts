// Position in the change feed where a webhook starts.
import * as z from 'zod'
import { feedPosition } from '../../call/define/inputs.js'
import type { Webhook } from '../../domain/webhooks/find.js'
import { readCursor } from '../../feed/cursors.js'
import { readFeedState, readPosition } from '../../feed/position.js'
import type { Reader } from '../../schema/index.js'

export const sinceInput = z
  .union([feedPosition, z.int().min(0)])
  .optional()
  .meta({
    description:
      'Also sends requests for changes since then: `next` of the change feed, or the ID of an entry. ' +
      'Defaults to new changes only.',
  })

type Beginning = Pick<Webhook, 'after_seq' | 'backlog_seq'>

/** For one that is new, or enabled again. @throws param_invalid, changes_gone */
export async function beginningAt(tx: Reader, since: string | number | undefined): Promise<Beginning> {
  const state = await readFeedState(tx)
  const head = state.change_seq
  const from = since === undefined ? head : await readPosition(tx, since, state)
  return { after_seq: head, backlog_seq: from < head ? from : null }
}

/**
 * Returns the start for an existing webhook. It never skips entries that the webhook would have received anyway.
 * @throws param_invalid, changes_gone
 */
export async function goingBackTo(tx: Reader, webhook: Webhook, since: string | number): Promise<Beginning> {
  const { after_seq, backlog_seq } = await beginningAt(tx, since)
  const reached = webhook.backlog_seq ?? Math.max(webhook.after_seq, await readCursor(tx, 'webhooks'))
  const from = Math.min(backlog_seq ?? after_seq, reached)
  return { after_seq, backlog_seq: from < after_seq ? from : null }
}
