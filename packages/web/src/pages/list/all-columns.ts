// All columns, for choosing some of them.
import type { FieldOfMetadata } from '@trackerkit/client'
import { ordered } from '../../fields/ordered.js'
import { columnsIn, usual, type Column } from './columns.js'

/** The columns that come first when columns are chosen. */
const first: readonly string[] = [
  ...usual,
  ...['product', 'version', 'creator', 'qa_contact', 'resolution', 'keywords', 'whiteboard', 'deadline'],
  ...['op_sys', 'platform', 'url', 'alias', 'creation_time'],
]

export const allColumns = (fields: readonly FieldOfMetadata[]): Column[] => columnsIn(ordered(fields, first))
