import type { Migration } from '../../store/index.js'

/**
 * Searches in a place or a status come newest first, and read no more bugs than they answer. A component has one product, so
 * nobody needs both in one index.
 */
export const searchesByTime: Migration = {
  id: 8,
  name: 'searches by time',
  breaking: false,
  steps: [
    { addIndex: 'bugs', columns: ['product_id', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['product_id', 'status_id', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['component_id', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['status_id', 'last_change_time'] },
    { addIndex: 'bugs', columns: ['group_count'] },
    { dropIndex: 'bugs', columns: ['product_id', 'component_id'] },
  ],
}
