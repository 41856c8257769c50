import { bool, int, nullable, text, time, type Migration } from '../../store/index.js'

/** Previous versions of comments. */
export const commentsAreEdited: Migration = {
  id: 16,
  name: 'comments are edited',
  breaking: false,
  steps: [
    { addColumn: 'comments', name: 'revision', column: nullable(int()) },
    { addColumn: 'comments', name: 'edit_time', column: nullable(time()) },
    {
      createEntity: 'comment_revisions',
      entity: {
        columns: {
          comment_id: int(),
          revision: int(),
          text: text(),
          user_id: int(),
          at: time(),
          is_redacted: bool(),
        },
        key: ['comment_id', 'revision'],
        index: [['user_id']],
      },
    },
  ],
}
