// Decides which queries can be answered from rows that others have fetched: rows by ID, with a predicate about
// visibility.
import type { PlainQuery, PlainWhere } from '../store/index.js'

/** Columns and relations fetched with a row for all readers. Text written by users is included only if necessary. */
interface Kept {
  readonly columns: readonly string[]
  /** Relations that predicates may follow, one step deep. */
  readonly relations: readonly string[]
}

const keptOf: Readonly<Record<string, Kept>> = {
  bugs: {
    columns: [
      ...['id', 'product_id', 'component_id', 'is_open', 'group_count'],
      ...['creator_id', 'assigned_to_id', 'qa_contact_id', 'is_creator_accessible', 'is_cc_accessible'],
    ],
    relations: ['groups', 'cc'],
  },
  bug_history: {
    columns: ['id', 'field', 'removed', 'added', 'attachment_id', 'comment_id'],
    relations: ['attachment'],
  },
  comments: { columns: ['id', 'count', 'is_private'], relations: [] },
  attachments: { columns: ['id', 'is_private', 'creator_id'], relations: [] },
  audit_log: { columns: ['id', 'field', 'removed', 'added'], relations: [] },
  users: { columns: ['id', 'login', 'login_folded', 'real_name'], relations: [] },
}

export interface Question {
  readonly from: string
  readonly ids: readonly number[]
  readonly where: PlainWhere
  readonly columns: readonly string[]
  /** The relations that `where` follows. */
  readonly relations: readonly string[]
  /** The columns to fetch. */
  readonly kept: readonly string[]
}

/** Undefined for queries that must run unchanged. */
export function questionOf(query: PlainQuery): Question | undefined {
  const { from, where, order, limit, offset, columns } = query
  const kept = keptOf[from]
  if (!kept || order || limit !== undefined || offset !== undefined || !columns || !where || query.with)
    return undefined
  const [first, ...rest] = 'and' in where ? where.and : [where]
  if (!first || !('col' in first) || first.col !== 'id' || !('in' in first)) return undefined
  const relations = new Set<string>()
  const isKnown = (col: string) => kept.columns.includes(col)
  if (!columns.every(isKnown) || !rest.every((part) => isOver(part, isKnown, relations))) return undefined
  if (![...relations].every((name) => kept.relations.includes(name))) return undefined
  const ids = first.in as readonly number[]
  return { from, ids, where: { and: rest }, columns, relations: [...relations], kept: kept.columns }
}

/** Returns true if a predicate uses only such columns, and relations one step deep, which are added to `relations`. */
function isOver(where: PlainWhere, isKnown: (col: string) => boolean, relations: Set<string> | undefined): boolean {
  if ('and' in where) return where.and.every((part) => isOver(part, isKnown, relations))
  if ('or' in where) return where.or.every((part) => isOver(part, isKnown, relations))
  if ('not' in where) return isOver(where.not, isKnown, relations)
  if ('some' in where) {
    relations?.add(where.some)
    return relations !== undefined && (where.where === undefined || isOver(where.where, () => true, undefined))
  }
  return isKnown(where.col) && !('eqCol' in where)
}
