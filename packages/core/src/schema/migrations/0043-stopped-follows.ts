import { bool, int, nullable, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/**
 * Bugs that a user stopped following, when follows began, and who changed a bug last. Earlier follows have no time: with that of the
 * migration, lines that are unread now would disappear. Processes that do not know the columns of bugs would leave them as they are
 * when they change a bug, and its line would not be found.
 */
export const stoppedFollows = breaking({
  id: 43,
  name: 'stopped follows',
  steps: [
    { addColumn: 'bug_marks', name: 'following_off', column: nullable(bool()), fill: null },
    { addIndex: 'bug_marks', columns: ['user_id', 'following_off'] },
    { addColumn: 'follows', name: 'since', column: nullable(time()), fill: null },
    { addColumn: 'follows', name: 'scope_since', column: nullable(time()), fill: null },
    { addColumn: 'bugs', name: 'last_changer_id', column: nullable(int()), fill: null },
    { addColumn: 'bugs', name: 'others_changed_at', column: nullable(time()), fill: null },
  ],
})
