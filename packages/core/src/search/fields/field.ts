import type { OperatorName } from '../condition/comparisons.js'
import type { FieldOperators } from '../operators/values.js'

/** One field that can be searched. */
export interface SearchField {
  /** The internal name. */
  readonly name: string
  readonly values: FieldOperators
  readonly changes: FieldOperators
  /** Users who may search the field; for others it does not exist. */
  readonly needs?: 'time tracker' | 'insider'
  /** The operator of a plain parameter of this name. Default: anyexact. */
  readonly plain?: OperatorName
  /** Values may contain commas: those of a parameter are not cut there. */
  readonly keepsCommas?: true
  /** True if conditions on the same row make no sense: there is no row, or two conditions cannot be about one. */
  readonly isUngroupable?: true
}
