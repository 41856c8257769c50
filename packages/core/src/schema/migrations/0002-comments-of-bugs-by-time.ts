import type { Migration } from '../../store/index.js'

/** Finds recent comments on a bug without reading all of them. */
export const commentsOfBugsByTime: Migration = {
  id: 2,
  name: 'comments of bugs by time',
  breaking: false,
  steps: [{ addIndex: 'comments', columns: ['bug_id', 'creation_time'] }],
}
