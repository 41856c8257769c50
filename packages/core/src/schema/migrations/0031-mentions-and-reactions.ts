import { bool, entity, int, nullable, text, time, to } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Mentions and reactions. Processes that do not know of them would leave those of deleted comments behind. */
export const mentionsAndReactions = breaking({
  id: 31,
  name: 'mentions and reactions',
  steps: [
    {
      createEntity: 'comment_mentions',
      entity: entity({
        columns: { comment_id: int(), user_id: int(), word: text() },
        key: ['comment_id', 'user_id'],
        index: [['user_id']],
        relations: { comment: to('comments', ['comment_id', 'id']), user: to('users', ['user_id', 'id']) },
      }),
    },
    {
      createEntity: 'comment_reactions',
      entity: entity({
        columns: { comment_id: int(), user_id: int(), reaction: text(), at: time() },
        key: ['comment_id', 'user_id', 'reaction'],
        index: [['user_id']],
        relations: { comment: to('comments', ['comment_id', 'id']), user: to('users', ['user_id', 'id']) },
      }),
    },
    { addColumn: 'comments', name: 'has_reactions', column: nullable(bool()), fill: null },
  ],
})
