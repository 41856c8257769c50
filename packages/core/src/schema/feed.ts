// The change feed: entries in commit order for followers.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'

export const feed = {
  /** An entry for each bug an operation created or changed, and each configuration object. */
  changes: entity({
    columns: {
      /** Increases without gaps in commit order: installation.change_seq is the last one. */
      seq: int(),
      at: time(),
      /** NULL for the embedding program. */
      user_id: nullable(int()),
      /** 'bug', 'bug_deleted' or 'administration'. */
      kind: text(),
      bug_id: nullable(int()),
      /** The first entry of the same operation, to group entries. */
      set: int(),
      /** The bug was public before. */
      was_public: bool(),
      /** References to the rows that describe the change, and facts that no row holds. Never text. */
      payload: json(),
    },
    key: ['seq'],
    relations: { bug: to('bugs', ['bug_id', 'id']) },
  }),

  /** Last entry read by each reader that acts for all users: email. */
  feed_cursors: entity({
    columns: { name: text(), seq: int(), at: time() },
    key: ['name'],
    relations: {},
  }),
}
