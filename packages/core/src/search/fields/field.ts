import type { OperatorName } from '../condition/comparisons.js'
import type { FieldOperators } from '../operators/values.js'

/** One field that can be searched. */
export interface SearchField {
  /** The internal name. */
  readonly name: string
  readonly values: FieldOperators
  readonly changes: FieldOperators
  /** Who may search it; for everybody else there is no such field. */
  readonly needs?: 'time tracker' | 'insider'
  /** The operator of a plain parameter of this name. Default: anyexact. */
  readonly plain?: OperatorName
  /** Values may contain commas: those of a parameter are not cut there. */
  readonly keepsCommas?: true
  /** What conditions on one row make no sense of: no row, or not one that two conditions could be about. */
  readonly isUngroupable?: true
}
