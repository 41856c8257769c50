// The one-line language of searches: from text to the same tree that parameters and charts become.
import type { Catalogue } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { longestQuicksearch } from '../../call/define/inputs.js'
import { isCommaOrBlank, trimmed } from '../../kernel/scan.js'
import { requireBounded } from '../condition/bounds.js'
import { test, type Condition } from '../condition/tree.js'
import { readTerm, type Reading } from './terms.js'
import { readWords, type Word } from './words.js'

/**
 * Reads a quicksearch. Input of only numbers means bug IDs. Otherwise words are joined with AND and searched where a
 * bug is described; `a|b` and `a OR b` mean any of them, `-a` and `NOT a` none. `field:value` (also `=`, `!=`, `<`,
 * `<=`, `>`, `>=`) searches one field, `:name` product or component, `@name` the assignee, `#text` the summary,
 * `[text` summary or whiteboard, `!word` keywords, `flag?name` requests, `P1-3` priorities. Quotes keep words
 * together and remove special meanings. The first word may name statuses or resolutions (`ALL`, `OPEN`, `RESO,VER`,
 * `FIXED`). Without it, only open bugs are found, unless a field term is about one of the two.
 * `wantsFullText`: words are also searched in comments.
 *
 * @throws buglist_parameters_required, quicksearch_unbalanced_quotes, quicksearch_invalid_query, quicksearch_unknown_field,
 *   search_too_complex
 */
export function readQuicksearch(given: string, catalogue: Catalogue, wantsFullText = true): Condition {
  if (given.length > longestQuicksearch)
    throw new TrackerError('text_too_long', { field: 'quicksearch', limit: longestQuicksearch })
  const text = trimmed(given, isCommaOrBlank)
  if (text === '') throw new TrackerError('buglist_parameters_required')
  if (/^[\d\s,]+$/.test(text)) return quicksearchTest('bug_id', text.split(/[\s,]+/))
  // Empty words count: each costs as much to read.
  requireBounded('words', text.split(/[\s,|]/).length, 'quicksearch')
  const [first, ...others] = readWords(text)
  if (!first) throw new TrackerError('buglist_parameters_required')
  const stated = readState(first, catalogue)
  const reading: Reading = { catalogue, wantsFullText, unknown: new Set(), named: new Set() }
  const conditions = (stated ? others : [first, ...others]).map((word) => readWord(word, reading))
  if (reading.unknown.size > 0)
    throw new TrackerError('quicksearch_unknown_field', {
      field: 'quicksearch',
      value: text,
      fields: [...reading.unknown],
    })
  const isAsked = reading.named.has('bug_status') || reading.named.has('resolution')
  return { all: [...(stated ?? (isAsked ? [] : [openBugs])), ...conditions] }
}

function quicksearchTest(field: string, values: readonly string[]): Condition {
  return test(field, 'anyexact', values, 'quicksearch')
}

const openBugs = quicksearchTest('is_open', ['1'])

/** One of the alternatives, and none of the negated ones. */
function readWord(word: Word, reading: Reading): Condition {
  const read = (isNegated: boolean) =>
    word.filter((one) => one.isNegated === isNegated).map((one) => readTerm(one.piece, reading))
  const [wanted, unwanted] = [read(false), read(true)]
  const conditions = [
    ...(wanted.length === 0 ? [] : [wanted.length === 1 ? (wanted[0] as Condition) : { any: wanted }]),
    ...unwanted.map((condition) => ({ not: condition })),
  ]
  return conditions.length === 1 ? (conditions[0] as Condition) : { all: conditions }
}

/** Returns the conditions of a first word that names statuses or resolutions; undefined for other words. */
function readState(word: Word, catalogue: Catalogue): Condition[] | undefined {
  const [only] = word
  if (!only || word.length > 1 || only.isNegated) return undefined
  const { mask } = only.piece
  if (mask === 'ALL') return []
  if (mask === 'OPEN') return [openBugs]
  if (!/^[A-Z_]+(,[A-Z_]+)*$/.test(mask)) return undefined
  const beginnings = mask.split(',')
  const matching = (field: string) =>
    (catalogue.fields.named(field)?.values ?? []).filter(({ name }) =>
      beginnings.some((beginning) => name !== '' && name.toUpperCase().startsWith(beginning)),
    )
  const [statuses, resolutions] = [matching('bug_status'), matching('resolution')]
  if (statuses.length + resolutions.length === 0) return undefined
  if (resolutions.length === 0) return [quicksearchTest('bug_status', namesOf(statuses))]
  const closed = (catalogue.fields.named('bug_status')?.values ?? []).filter((status) => status.is_open === false)
  return [
    quicksearchTest('bug_status', namesOf([...new Set([...statuses, ...closed])])),
    quicksearchTest('resolution', namesOf(resolutions)),
  ]
}

function namesOf(values: readonly { readonly name: string }[]): string[] {
  return values.map((value) => value.name)
}
