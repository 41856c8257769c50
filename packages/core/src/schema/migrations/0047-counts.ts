import type { Migration } from '../../store/index.js'

/** Bugs are counted as they are written, by triggers of the database, and so for writes by older versions, too. */
export const counts: Migration = {
  id: 47,
  name: 'counts',
  breaking: false,
  steps: [
    {
      addCounters: 'bugs',
      triggers: 'row',
      counters: {
        name: 'bug_counts',
        by: [
          'product_id',
          'component_id',
          'version_id',
          'target_milestone_id',
          'status_id',
          'is_open',
          'resolution_id',
          'group_count',
        ],
      },
    },
  ],
}
