// Fields that depend on nothing else. Pure.
import { isOn, type Catalogue } from '../../../setup/catalogue.js'
import { TrackerError } from '../../../kernel/errors.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { requireLegalValue } from '../fields/values.js'

const selects = ['op_sys', 'platform', 'priority', 'severity'] as const

export interface PlainInput {
  readonly op_sys?: string | null | undefined
  readonly platform?: string | null | undefined
  readonly priority?: string | null | undefined
  readonly severity?: string | null | undefined
  readonly summary?: string | null | undefined
  readonly url?: string | null | undefined
  readonly whiteboard?: string | null | undefined
  readonly is_cc_accessible?: boolean | null | undefined
  readonly is_creator_accessible?: boolean | null | undefined
  readonly estimated_time?: number | null | undefined
  readonly remaining_time?: number | null | undefined
  readonly deadline?: string | null | undefined
}

/**
 * The columns that the given fields set; what is not given is left out. Null empties a text and clears the deadline; for hours and
 * switches it counts as not given.
 * @throws require_summary, object_not_specified, object_does_not_exist, param_invalid for a whiteboard where none is used
 */
export function plainColumns(catalogue: Catalogue, input: PlainInput): Partial<BugRow> {
  const columns: Partial<BugRow> = {}
  for (const field of selects) {
    const name = input[field]
    if (name !== undefined) columns[`${field}_id`] = requireLegalValue(catalogue, field, name).id
  }
  const { summary, url, whiteboard, is_cc_accessible, is_creator_accessible } = input
  const { estimated_time, remaining_time, deadline } = input
  if (summary === null) throw new TrackerError('require_summary', { field: 'summary', value: null })
  if (summary !== undefined) columns.summary = summary
  if (url !== undefined) columns.url = url?.trim() ?? ''
  if (whiteboard && !isOn(catalogue, 'usestatuswhiteboard'))
    throw new TrackerError('param_invalid', {
      field: 'whiteboard',
      value: whiteboard,
      problem: 'usestatuswhiteboard is off',
    })
  if (whiteboard !== undefined) columns.whiteboard = whiteboard ?? ''
  if (typeof is_cc_accessible === 'boolean') columns.is_cc_accessible = is_cc_accessible
  if (typeof is_creator_accessible === 'boolean') columns.is_creator_accessible = is_creator_accessible
  if (deadline !== undefined) columns.deadline = deadline
  if (typeof estimated_time === 'number') columns.estimated_time = estimated_time
  if (typeof remaining_time === 'number') columns.remaining_time = remaining_time
  return columns
}
