// Rarely used parts of the list, kept out of the main script.
import { bulkTexts } from '../../texts/english/bulk.js'
import { listToolsTexts } from '../../texts/english/list-tools.js'

export const texts = { bulk: bulkTexts, listTools: listToolsTexts }
export { BulkEdit, EditOne } from './bulk-edit.js'
export { ColumnsDialog } from './columns-dialog.js'
export { DisplayPanel } from './display-panel.js'
export { FilterPanel } from './filter-panel.js'
export { SaveSearchDialog } from './save-search-dialog.js'
export { SelectAll } from './select-all.js'
export { withFilter } from './with-filter.js'
