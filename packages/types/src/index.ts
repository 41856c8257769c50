// The types of all operations, for a tracker in process and for one over HTTP: no code.
export type * from './generated/objects.js'
export type * from './generated/operations.js'
export type { FieldFilter, FieldName, Select } from './select.js'
