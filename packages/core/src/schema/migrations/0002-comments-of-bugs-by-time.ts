import type { Migration } from '../../store/index.js'

/** What was said on a bug since a time, without reading all that was ever said on it. */
export const commentsOfBugsByTime: Migration = {
  id: 2,
  name: 'comments of bugs by time',
  breaking: false,
  steps: [{ addIndex: 'comments', columns: ['bug_id', 'creation_time'] }],
}
