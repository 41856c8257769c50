import type { Migration } from '../../store/index.js'

/** Bugs are counted by these without being looked at. */
export const countsByIndex: Migration = {
  id: 13,
  name: 'counts by index',
  breaking: false,
  steps: [
    {
      addIndex: 'bugs',
      columns: [
        'product_id',
        'component_id',
        'status_id',
        'resolution_id',
        'priority_id',
        'severity_id',
        'group_count',
      ],
    },
  ],
}
