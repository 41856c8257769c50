// Webhooks, which report changes of bugs to a URL, and their requests.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'
import { audited } from './audited.js'

export const webhooks = {
  webhooks: audited('Webhook', {
    columns: {
      id: int(),
      /** The owner, whose permissions determine the content of requests. */
      user_id: int(),
      name: text(),
      url: text(),
      /** Names of the events to send. */
      events: json(),
      /** Only bugs of these; an empty list: of all. */
      product_ids: json(),
      component_ids: json(),
      /** Only changes of these fields; an empty list: of all. */
      fields: json(),
      /** 'standard': the form of the requests. */
      format: text(),
      /** Secret: values by name. Never leaves the store but in requests. */
      headers: json(),
      /** Secret: each with the time until which it signs, in milliseconds; null for the one that stays. */
      secrets: json(),
      include_text: bool(),
      include_restricted: bool(),
      is_enabled: bool(),
      /** Why the tracker disabled it; empty while it did not. */
      disabled_reason: text(),
      last_success: nullable(time()),
      /** Since when nothing has succeeded, and when to try again; NULL while the last attempt succeeded. */
      failing_since: nullable(time()),
      retry_time: nullable(time()),
      creation_time: time(),
      /** Entries of the change feed up to this one do not concern it. */
      after_seq: int(),
      /** While catching up: entries after this one, up to `after_seq`, are still to be sent. NULL: none. */
      backlog_seq: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    index: [['user_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** A row for each request. */
  webhook_deliveries: entity({
    columns: {
      id: int(),
      webhook_id: int(),
      /** Entry of the change feed; NULL for a ping. */
      seq: nullable(int()),
      /** The same for every attempt, so that receivers recognize repeats. */
      message_id: text(),
      /** Part of the entry it sends: 'change', 'comment', 'attachment'; or 'ping'. */
      kind: text(),
      bug_id: nullable(int()),
      /** 'waiting', 'queued' (behind another one of the same bug), 'sent', 'dropped' or 'dead'. */
      state: text(),
      attempts: int(),
      next_attempt: time(),
      /** Process that sends it, and the end of its lease. */
      claimed_by: nullable(text()),
      claimed_until: nullable(time()),
      /** Status of the last response, and its duration in milliseconds. */
      status: nullable(int()),
      duration: nullable(int()),
      last_error: nullable(text()),
      answer: nullable(text()),
      creation_time: time(),
      sent_time: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    index: [
      ['state', 'next_attempt'],
      ['webhook_id', 'id'],
      ['webhook_id', 'bug_id', 'state', 'id'],
      ['webhook_id', 'state', 'next_attempt'],
    ],
    relations: { webhook: to('webhooks', ['webhook_id', 'id']) },
  }),
}
