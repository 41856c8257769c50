// All columns, for choosing some of them.
import type { FieldOfMetadata } from '@trackerkit/client'
import { ordered } from '../../fields/ordered.js'
import { columnsIn, type Column } from './columns.js'

/** The columns that come first when columns are chosen. */
const first: readonly string[] = [
  'status',
  'product',
  'component',
  'version',
  'target_milestone',
  'priority',
  'severity',
  'assigned_to',
  'creator',
  'qa_contact',
  'resolution',
  'keywords',
  'whiteboard',
  'deadline',
  'op_sys',
  'platform',
  'url',
  'alias',
  'creation_time',
  'last_change_time',
]

export const allColumns = (fields: readonly FieldOfMetadata[]): Column[] => columnsIn(ordered(fields, first))
