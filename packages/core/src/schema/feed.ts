// The change feed: what happened, in the order of the commits, for whoever follows it.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'

export const feed = {
  /** An entry for each bug an operation created or changed, and each configuration object. */
  changes: entity({
    columns: {
      /** Rises without gaps in the order of the commits: installation.change_seq says which was the last. */
      seq: int(),
      at: time(),
      /** NULL for the embedding program. */
      user_id: nullable(int()),
      /** 'bug', 'bug_deleted' or 'administration'. */
      kind: text(),
      bug_id: nullable(int()),
      /** The number of the first entry of the same operation: what was written together. */
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
