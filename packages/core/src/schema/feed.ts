// The change feed: what happened, in the order of the commits, for whoever follows it.
import { bool, entity, int, json, nullable, text, time, to } from '../store/index.js'

export const feed = {
  /** An entry for each bug that an operation made or changed, and for each object of the set-up. */
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
      /** Everybody could see the bug before. */
      was_public: bool(),
      /** Which rows of the store tell what happened, and what no row tells. Never text. */
      payload: json(),
    },
    key: ['seq'],
    relations: { bug: to('bugs', ['bug_id', 'id']) },
  }),

  /** Up to which entry each of those has read that read on behalf of everybody: mail. */
  feed_cursors: entity({
    columns: { name: text(), seq: int(), at: time() },
    key: ['name'],
    relations: {},
  }),
}
