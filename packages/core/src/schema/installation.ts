// Data of the whole installation: settings, the audit log and queued email.
import { entity, int, json, nullable, text, time, to } from '../store/index.js'
import { audited } from './audited.js'

export const installation = {
  /** One row, id 1. */
  installation: entity({
    columns: {
      id: int(),
      /** Increases with every change of the catalogue. */
      catalogue_version: int(),
      /** The latest versions of the catalogue in which only products changed: see setup/product-changes.ts. */
      product_changes: nullable(text()),
      /** Incremented when a user's identity or group membership changes. */
      identity_version: int(),
      /** The number of the last breaking migration. Processes that do not know it stop: see migrations/breaking.ts. */
      schema_version: int(),
      /** Keys the update tokens of bugs. Never leaves the store. */
      secret: text(),
      creation_time: time(),
      /** Trackers with a mailer promise delivery until then; afterwards, changes are not kept for email. */
      mail_delivered_until: nullable(time()),
      /** The number of the last entry of the change feed. */
      change_seq: int(),
      /** The names of the rules of the embedding program, with commas between them. */
      rule_names: nullable(text()),
      /** Identifies the feed of these numbers; replaced after entries were lost. */
      feed_epoch: text(),
    },
    key: ['id'],
    relations: {},
  }),

  /** Parameters that differ from their defaults. */
  parameters: audited('Parameter', {
    columns: { name: text(), value: text() },
    key: ['name'],
    relations: {},
  }),

  audit_log: entity({
    columns: {
      id: int(),
      /** NULL for changes by the system itself. */
      user_id: nullable(int()),
      /** The kind of object: 'Product', 'Component', 'Group' … */
      class: text(),
      object_id: int(),
      /** The changed field, or '__create__' or '__remove__'. */
      field: text(),
      removed: nullable(text()),
      added: nullable(text()),
      at: time(),
    },
    key: ['id'],
    autoId: true,
    index: [['class', 'at'], ['at'], ['class', 'object_id']],
    relations: { user: to('users', ['user_id', 'id']) },
  }),

  /** Writes that were asked for with a key of the caller's: each is done once, and its answer kept for a day. */
  idempotency: entity({
    columns: {
      caller: int(),
      /** A hash: whoever reads the store learns no key. */
      key_hash: text(),
      /** Hash of the operation and its input. */
      fingerprint: text(),
      /** `{ value }`, in which times and bytes are tagged; empty when it was too long. */
      answer: json(),
      creation_time: time(),
    },
    key: ['caller', 'key_hash'],
    index: [['creation_time']],
    relations: { user: to('users', ['caller', 'id']) },
  }),

  /** Queued email, a row per message. */
  mail_outbox: entity({
    columns: {
      id: int(),
      /** Recipient; NULL for an address without an account. */
      user_id: nullable(int()),
      address: nullable(text()),
      /** Kind of message, created at delivery: 'bug', 'dependency', 'flag', 'account'. */
      kind: text(),
      bug_id: nullable(int()),
      /** References to the rows that describe the event, and facts that no row holds. */
      payload: json(),
      /** 'waiting', 'sent' or 'dead'. */
      state: text(),
      attempts: int(),
      next_attempt: time(),
      /** Process that delivers it, and the end of its lease. */
      claimed_by: nullable(text()),
      claimed_until: nullable(time()),
      last_error: nullable(text()),
      creation_time: time(),
      sent_time: nullable(time()),
    },
    key: ['id'],
    autoId: true,
    index: [['state', 'next_attempt'], ['bug_id']],
    relations: { user: to('users', ['user_id', 'id']), bug: to('bugs', ['bug_id', 'id']) },
  }),
}
