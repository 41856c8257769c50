import { nullable, text, type Migration } from '../../store/index.js'

/** Processes that do not know it add no changes: others then reload the whole catalogue, as after any other change. */
export const productChanges: Migration = {
  id: 49,
  name: 'product changes',
  breaking: false,
  steps: [{ addColumn: 'installation', name: 'product_changes', column: nullable(text()), fill: null }],
}
