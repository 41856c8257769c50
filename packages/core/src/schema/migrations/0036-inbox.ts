import { bool, entity, int, nullable, text, time } from '../../store/index.js'
import { breaking } from './breaking.js'

/** Visits and ignored bugs become marks, and watched users become follows. Bugs that were changed in the last 14 days and not visited since are unread. */
export const inbox = breaking({
  id: 36,
  name: 'inbox',
  steps: [
    {
      createEntity: 'bug_marks',
      entity: entity({
        columns: {
          user_id: int(),
          bug_id: int(),
          last_visit_ts: nullable(time()),
          seen_until: nullable(time()),
          later_until: nullable(time()),
          following: nullable(bool()),
        },
        key: ['user_id', 'bug_id'],
        index: [
          ['user_id', 'last_visit_ts'],
          ['user_id', 'later_until'],
          ['user_id', 'following'],
          ['bug_id', 'following'],
        ],
        relations: {},
      }),
    },
    {
      copyRows: 'last_visits',
      into: 'bug_marks',
      columns: { user_id: 'user_id', bug_id: 'bug_id', last_visit_ts: 'last_visit_ts', seen_until: 'last_visit_ts' },
    },
    {
      copyRows: 'bug_ignores',
      into: 'bug_marks',
      columns: { user_id: 'user_id', bug_id: 'bug_id' },
      set: { following: false },
    },
    { dropEntity: 'last_visits' },
    { dropEntity: 'bug_ignores' },
    {
      createEntity: 'follows',
      entity: entity({
        columns: { user_id: int(), kind: text(), object_id: int(), scope: text(), by_mail: nullable(bool()) },
        key: ['user_id', 'kind', 'object_id'],
        index: [['kind', 'object_id']],
        relations: {},
      }),
    },
    {
      copyRows: 'user_watches',
      into: 'follows',
      columns: { user_id: 'watcher_id', object_id: 'watched_id' },
      set: { kind: 'user', scope: 'all', by_mail: true },
    },
    { dropEntity: 'user_watches' },
  ],
})
