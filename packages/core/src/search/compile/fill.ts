// Walks through a predicate with pending lookups: to collect them, and to replace them with their results.
import type { Lookup, PendingWhere } from '../condition/pending.js'
import type { PlainWhere } from '../../store/index.js'

/** The key of a row: its ID, or the value itself. */
export type Key = number | string

export interface Answers {
  /** The keys that were found, by the key of the lookup. */
  readonly keys: ReadonlyMap<string, readonly Key[]>
  readonly candidates: PlainWhere
}

/** Equal lookups have the same one. */
export function keyOf(lookup: Lookup): string {
  return JSON.stringify(lookup)
}

/** Returns the pending lookups in order, equal ones once. Each follows the lookups it depends on. */
export function lookupsIn(where: PendingWhere): readonly Lookup[] {
  const found = new Map<string, Lookup>()
  collectLookups(where, found)
  return [...found.values()]
}

function collectLookups(where: PendingWhere, found: Map<string, Lookup>): void {
  if ('and' in where) for (const part of where.and) collectLookups(part, found)
  else if ('or' in where) for (const part of where.or) collectLookups(part, found)
  else if ('not' in where) collectLookups(where.not, found)
  else if ('some' in where) {
    if (where.where) collectLookups(where.where, found)
  } else if ('in' in where && 'lookup' in where.in) {
    const { lookup } = where.in
    if (lookup.kind === 'changes') collectLookups(lookup.where, found)
    found.set(keyOf(lookup), lookup)
  }
}

/** The predicate with the results of its lookups filled in. */
export function fill(where: PendingWhere, answers: Answers): PlainWhere {
  if ('and' in where) return { and: where.and.map((part) => fill(part, answers)) }
  if ('or' in where) return { or: where.or.map((part) => fill(part, answers)) }
  if ('not' in where) return { not: fill(where.not, answers) }
  if ('some' in where)
    return where.where ? { some: where.some, where: fill(where.where, answers) } : { some: where.some }
  if ('candidates' in where) return answers.candidates
  if ('in' in where && 'lookup' in where.in) return isAmong(where.col, answers.keys.get(keyOf(where.in.lookup)) ?? [])
  return where as PlainWhere
}

/** Lists have their limits. */
const longestList = 10_000

/** The rows with these keys. */
function isAmong(col: string, keys: readonly Key[]): PlainWhere {
  const lists: PlainWhere[] = []
  for (let at = 0; at === 0 || at < keys.length; at += longestList)
    lists.push({ col, in: keys.slice(at, at + longestList) })
  const [first] = lists
  return first && lists.length === 1 ? first : { or: lists }
}
