// The report of an import of a database.
import type { BugzillaReport } from '../passes/report.js'
import type { TableCount } from './ledger.js'

/** Counts and problems of an import of a database. */
export interface BugzillaDbReport extends Omit<BugzillaReport, 'hidden' | 'requests' | 'version'> {
  /** A line for each table of the source. */
  readonly tables: readonly TableCount[]
  /** Tables of which rows are neither here nor reported. Empty, unless the import is wrong. */
  readonly unaccounted: readonly { readonly table: string; readonly rows: number }[]
}
