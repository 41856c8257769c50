// What the installation as a whole is made of: settings, the audit log, mail that waits.
import { entity, int, json, nullable, text, time, to } from '../store/index.js'

export const installation = {
  /** One row, id 1. */
  installation: entity({
    columns: {
      id: int(),
      /** Rises with every change of what the catalogue holds. */
      catalogue_version: int(),
      /** Rises with every change of who somebody is or what they belong to. */
      identity_version: int(),
      /** Keys the update tokens of bugs. Never leaves the store. */
      secret: text(),
      creation_time: time(),
    },
    key: ['id'],
    relations: {},
  }),

  /** Parameters that differ from their defaults. */
  parameters: entity({
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

  mail_outbox: entity({
    columns: {
      id: int(),
      /** Whom to tell; NULL for an address without account. */
      user_id: nullable(int()),
      address: nullable(text()),
      /** What happened, from which the message is made at delivery. */
      kind: text(),
      bug_id: nullable(int()),
      payload: json(),
      /** 'waiting', 'sent' or 'dead'. */
      state: text(),
      attempts: int(),
      next_attempt: time(),
      /** Which process is delivering it, and until when nobody else may. */
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
