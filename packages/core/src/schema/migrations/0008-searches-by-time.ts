import type { Migration } from '../../store/index.js'

/**
 * Searches in a place or a status return the newest bugs first and read only what they return. A component has one product, so
 * no index needs both.
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
