// Reads the criteria of a search, for every operation that finds bugs by criteria.
import type { Call } from '../../call/context.js'
import { withoutHiddenBugs } from '../../access/hidden-references.js'
import { visibleBugs } from '../../access/visibility.js'
import { cut } from '../../kernel/error-text.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'
import { isOn } from '../../setup/catalogue.js'
import { compileSearch } from '../compile/compile.js'
import { fill } from '../compile/fill.js'
import { loadLookups } from '../compile/load-lookups.js'
import { requireAnswerable } from '../condition/bounds.js'
import { every } from '../condition/columns.js'
import { wantsFullText } from '../quicksearch/full-text.js'
import type { ParsedSearchInput } from './input.js'
import { readCriteria, type Criteria } from './parameters.js'
import { loadSavedSearch } from './saved.js'
import { readGiven } from './search-parameters.js'

/** Maximum number of ignored names returned. */
const mostIgnored = 100

/** The criteria of a search. */
export interface SearchAsked extends Criteria {
  /** The parameters of the saved search that it names. */
  readonly saved: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads the criteria of a search and of the saved search it names, joined with AND.
 * @throws buglist_parameters_required, login_required, object_does_not_exist, and what readCriteria throws
 */
export async function readSearch(tx: Reader, call: Call, input: ParsedSearchInput): Promise<SearchAsked> {
  const saved = await loadSavedSearch(tx, call.who, input)
  return { ...(await readInputs(tx, call, [saved, input])), saved }
}

/**
 * Reads the criteria of several inputs, joined with AND.
 * @throws buglist_parameters_required, and what readCriteria throws
 */
export async function readInputs(
  tx: Reader,
  call: Call,
  inputs: readonly Readonly<Record<string, unknown>>[],
): Promise<Criteria> {
  const isQuick = inputs.some((one) => 'quicksearch' in one)
  const inComments = !isQuick || (await wantsFullText(tx, call.who))
  const all = inputs.map((one) => readCriteria(readGiven(one, call.catalogue, call.now, inComments)))
  const condition = { all: all.flatMap((one) => one.condition.all) }
  if (condition.all.length === 0 && !isOn(call.catalogue, 'search_allow_no_criteria'))
    throw new TrackerError('buglist_parameters_required')
  return { condition, ignored: all.flatMap((one) => one.ignored) }
}

/**
 * Returns the ignored names for the response.
 * @throws unknown_parameter unless the call has lenient handling
 */
export function aboutIgnored({ handling }: Call, names: readonly string[]): { ignored?: string[] } {
  const ignored = names.slice(0, mostIgnored).map(cut)
  const [field] = ignored
  if (field === undefined) return {}
  if (handling !== 'lenient') throw new TrackerError('unknown_parameter', { field })
  return { ignored }
}

/** The bugs that satisfy the criteria. The caller adds visibility. */
export async function findWanted(tx: Reader, call: Call, { condition }: Criteria): Promise<Where<'bugs'>> {
  const search = compileSearch(condition, call)
  if (search.lookups.length === 0) return search.wanted as Where<'bugs'>
  const answers = await loadLookups(tx, call, withoutHiddenBugs, search)
  const filled = fill(search.wanted, answers) as Where<'bugs'>
  // Long lists are several comparisons.
  requireAnswerable(every([filled, visibleBugs(call)]))
  return filled
}
