// Webhook deliveries in responses.
import * as z from 'zod'
import type { Row } from '../../schema/index.js'
import { deliveryKinds, deliveryStates } from './formats.js'

export const deliveryView = z
  .object({
    id: z.int().meta({ description: 'ID of the delivery.' }),
    message_id: z.string().meta({
      description:
        'Header `webhook-id` of its requests. The same for every attempt, so receivers can detect duplicates.',
    }),
    kind: z.enum(deliveryKinds).meta({
      description: "Type of event: 'change', in the format bmo also 'comment' or 'attachment'; 'ping' for a test.",
    }),
    seq: z.int().nullable().meta({ description: 'The reported entry of the change feed; null for a test.' }),
    bug_id: z.int().nullable().meta({ ref: 'bug', description: 'ID of the bug; null for a test.' }),
    state: z.enum(deliveryStates).meta({
      description:
        '`waiting` for its next attempt, `queued` behind another one for the same bug, `sent`, `dead` ' +
        '(failed), or `dropped` (the owner is no longer permitted to have webhooks).',
    }),
    attempts: z.int().meta({
      description: 'Number of failed attempts, including those interrupted by the end of a process.',
    }),
    next_attempt: z
      .date()
      .nullable()
      .meta({ description: 'Earliest time of the next attempt; null if there is none.' }),
    is_being_sent: z.boolean().meta({ description: 'Whether it is being sent.' }),
    status: z.int().nullable().meta({ description: 'Status of the last response; null without one.' }),
    duration: z
      .int()
      .nullable()
      .meta({ description: 'Duration of the last attempt in milliseconds; null without one.' }),
    last_error: z.string().nullable().meta({ description: 'Why the last attempt failed; null if it succeeded.' }),
    answer: z.string().nullable().meta({ description: 'Beginning of the last response, at most 1,000 characters.' }),
    creation_time: z.date().meta({ description: 'Time of creation.' }),
    sent_time: z.date().nullable().meta({ description: 'Time when it was sent or dropped; null until then.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A request of a webhook, with its outcome.' })

type View = z.output<typeof deliveryView>

export function viewDelivery(row: Row<'webhook_deliveries'>, now: Date): View {
  const { id, message_id, seq, bug_id, attempts, status, duration, last_error, answer, creation_time, sent_time } = row
  const isWaiting = row.state === 'waiting'
  const isBeingSent = isWaiting && row.claimed_until !== null && row.claimed_until > now
  return {
    id,
    message_id,
    kind: row.kind as View['kind'],
    seq,
    bug_id,
    state: row.state as View['state'],
    attempts,
    next_attempt: isWaiting ? row.next_attempt : null,
    is_being_sent: isBeingSent,
    status,
    duration,
    last_error: isBeingSent ? null : last_error,
    answer,
    creation_time,
    sent_time,
  }
}
