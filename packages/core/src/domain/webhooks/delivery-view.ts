// Webhook deliveries in responses.
import { z } from 'zod'
import type { Row } from '../../schema/index.js'
import { deliveryKinds, deliveryStates } from './formats.js'

export const deliveryView = z
  .object({
    id: z.int().meta({ description: 'The number of the delivery.' }),
    message_id: z.string().meta({
      description:
        'The header webhook-id of its requests, the same at every attempt: receivers know by it what they have.',
    }),
    kind: z.enum(deliveryKinds).meta({
      description: "Type of event: 'change', in the format bmo also 'comment' or 'attachment'; 'ping' for a test.",
    }),
    seq: z.int().nullable().meta({ description: 'The reported entry of the change feed; null for a test.' }),
    bug_id: z.int().nullable().meta({ ref: 'bug', description: 'The bug that it is about; null for a try.' }),
    state: z.enum(deliveryStates).meta({
      description:
        "'waiting' for its next attempt, 'queued' behind another one about the same bug, 'sent', 'dead': given up, or " +
        "'dropped': the owner may have no webhooks.",
    }),
    attempts: z.int().meta({
      description: 'How often it was tried in vain; an attempt that ended with its process is one too.',
    }),
    next_attempt: z
      .date()
      .nullable()
      .meta({ description: 'When it is tried next, at the earliest; null when it is not.' }),
    is_being_sent: z.boolean().meta({ description: 'Whether some process is sending it right now.' }),
    status: z.int().nullable().meta({ description: 'The status that was answered last; null without an answer.' }),
    duration: z.int().nullable().meta({ description: 'How long that took, in milliseconds; null without an attempt.' }),
    last_error: z.string().nullable().meta({ description: 'Why the last attempt failed; null when it did not.' }),
    answer: z.string().nullable().meta({ description: 'The beginning of the last answer, at most 1,000 characters.' }),
    creation_time: z.date().meta({ description: 'When it was made.' }),
    sent_time: z.date().nullable().meta({ description: 'When it was sent or dropped; null while it was not.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'A request of a webhook, with what became of it.' })

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
