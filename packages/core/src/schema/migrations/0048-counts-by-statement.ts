import type { Migration } from '../../store/index.js'

/** The same where triggers run once for each statement. Triggers for each row take too long there for many bugs. */
export const countsByStatement: Migration = {
  id: 48,
  name: 'counts by statement',
  breaking: false,
  steps: [
    {
      addCounters: 'bugs',
      triggers: 'statement',
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
