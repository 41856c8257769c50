// Bugs as answers show them, loaded for many at once.
import type { Call } from '../context.js'
import type { FieldFilter } from '../field-filter.js'
import type { Reader } from '../schema/index.js'
import type { Bug } from './bug.js'
import type { BugRow } from './find.js'

export interface BugViewOptions {
  /** Give the logged-in an update_token with every bug: Get Bug does, searches do not. */
  readonly withUpdateToken?: boolean
}

/**
 * Shows bugs that the caller may see, in the order of `rows`, each with the fields that `filter` wants: with a filter that cuts,
 * the bugs hold only those. One select for each set of the bugs that is wanted, however many bugs there are.
 */
export async function loadBugViews(
  _tx: Reader,
  _call: Call,
  _rows: readonly BugRow[],
  _filter: FieldFilter,
  _options: BugViewOptions = {},
): Promise<Bug[]> {
  throw new Error('in the making')
}
