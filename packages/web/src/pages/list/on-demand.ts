// What a list needs only for some: it is not in the main script.
export { BulkEdit } from './bulk-edit.js'
export { ColumnsDialog } from './columns-dialog.js'
export { SaveSearchDialog } from './save-search-dialog.js'
