import { bool, int, text, time, type Migration } from '../../store/index.js'

/** Counts login attempts by login, whether it exists or not, and remembers successful ones for a while. */
export const attemptsByLoginName: Migration = {
  id: 5,
  name: 'attempts by login name',
  // Older processes count in an entity that is no more.
  breaking: true,
  steps: [
    { dropEntity: 'login_failures' },
    {
      createEntity: 'login_attempts',
      entity: {
        columns: { id: int(), login_hash: text(), address: text(), at: time(), was_right: bool() },
        key: ['id'],
        autoId: true,
        index: [['login_hash', 'at'], ['at']],
      },
    },
  ],
}
