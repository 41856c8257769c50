import { bool, int, json, nullable, text, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Stores changes as numbered entries. Older processes would write changes without them. seed/begin-feed.ts starts the feed. */
export const changeFeed = breaking({
  id: 9,
  name: 'change feed',
  steps: [
    {
      createEntity: 'changes',
      entity: {
        columns: {
          seq: int(),
          at: time(),
          user_id: nullable(int()),
          kind: text(),
          bug_id: nullable(int()),
          set: int(),
          was_public: bool(),
          payload: json(),
        },
        key: ['seq'],
      },
    },
    { createEntity: 'feed_cursors', entity: { columns: { name: text(), seq: int(), at: time() }, key: ['name'] } },
    { addColumn: 'installation', name: 'change_seq', column: int(), fill: 0 },
    { addColumn: 'installation', name: 'feed_epoch', column: text(), fill: '' },
  ],
})
