import type { PlainOrder, PlainQuery, PlainRow, PlainWhere, Schema, StoredValue } from '../../src/store/index.js'
import { mutant, overlaying, type Damage, type Mutant } from './mutant.js'

type Compare = (a: StoredValue, b: StoredValue) => number

const threeValuedNot = rewriting((where) => {
  if (!('not' in where && 'col' in where.not)) return where
  return { and: [where, { not: { col: where.not.col, eq: null } }] }
})

const containsFoldsCase = rewriting((where) => {
  if (!('contains' in where)) return where
  return { or: cases(where.contains).map((contains) => ({ col: where.col, contains })) }
})

const eqFoldsCase = rewriting((where) =>
  'eq' in where && typeof where.eq === 'string' ? { col: where.col, in: cases(where.eq) } : where,
)

const wildcards = rewriting((where) => {
  if (!('contains' in where)) return where
  return { and: where.contains.split('%').map((contains) => ({ col: where.col, contains })) }
})

const containsNormalises = rewriting((where) =>
  'contains' in where ? { ...where, contains: where.contains.normalize('NFC') } : where,
)

const shortNeedles = rewriting((where) =>
  'contains' in where && Array.from(where.contains).length < 3 ? { or: [] } : where,
)

const containsInNull = rewriting((where) => ('contains' in where ? orNull(where, where.col) : where))

const inMatchesNull = rewriting((where) => ('in' in where ? orNull(where, where.col) : where))

const nullsAreEqual = rewriting((where) => {
  if (!('eqCol' in where)) return where
  const both = [where.col, where.eqCol].map((col) => ({ col, eq: null }))
  return { or: [where, { and: both }] }
})

const emptyInIsTrue = rewriting((where) => ('in' in where && where.in.length === 0 ? { and: [] } : where))

const emptyOrIsTrue = rewriting((where) => ('or' in where && where.or.length === 0 ? { and: [] } : where))

const listsAreCut = rewriting((where) => ('in' in where ? { ...where, in: where.in.slice(0, 100) } : where))

const ltIncludesEqual = rewriting((where) => ('lt' in where ? { col: where.col, lte: where.lt } : where))

const someOfSeveral = rewriting((where) => {
  if (!('some' in where && where.where && 'and' in where.where)) return where
  const { some } = where
  return { and: where.where.and.map((part) => ({ some, where: part })) }
})

const someWithoutWhere = rewriting((where) =>
  'not' in where && 'some' in where.not ? { not: { some: where.not.some } } : where,
)

const nullRelates = rewriting((where) =>
  'some' in where && where.some === 'parent' ? orNull(where, 'parent_id') : where,
)

const selfConfused = rewriting((where) =>
  'some' in where && where.some === 'children' && where.where ? { and: [{ some: 'children' }, where.where] } : where,
)

const tiesBackwards = querying((query) => {
  const keys = { item: 'id', maker: 'name', tag: 'item_id' } as const
  const key = keys[query.from as keyof typeof keys]
  return query.order?.length ? { ...query, order: [...query.order, { col: key, desc: true }] } : query
})

const byCodeUnit: Compare = (a, b) =>
  typeof a === 'string' && typeof b === 'string' ? Number(a > b) - Number(a < b) : 0

const byLocale: Compare = (a, b) => (typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : 0)

const nullLast: Compare = (a, b) => Number(a === null) - Number(b === null)

/** Wrong about what a query means. The random queries of the suite must see each of them as well. */
export const wrongQueries: readonly Mutant[] = [
  mutant('not is unknown for NULL', '(1)', threeValuedNot),
  mutant('eqCol is true for two NULLs', '(1)', nullsAreEqual),
  mutant('contains is true for NULL', '(1)', containsInNull),
  mutant('lt includes equal', '(1)', ltIncludesEqual),
  mutant('or: [] is true', '(1)', emptyOrIsTrue),
  mutant('in: [] is true', '(2)', emptyInIsTrue),
  mutant('in matches NULL', '(2)', inMatchesNull),
  mutant('some looks at several rows', '(3)', someOfSeveral),
  mutant('some forgets its where inside not', '(3)', someWithoutWhere),
  mutant('a NULL relates to something', '(3)', nullRelates),
  mutant('a self relation confuses its rows', '(3)', selfConfused),
  mutant('relations join on the first column only', '(3)', joiningOnOneColumn),
  mutant('eq folds case', '(4)', eqFoldsCase),
  mutant('contains folds case', '(4)', containsFoldsCase),
  mutant('text sorts by code unit', '(4)', resorting(byCodeUnit)),
  mutant('text sorts by locale', '(4)', resorting(byLocale)),
  mutant('% in a needle is a wildcard', '(6)', wildcards),
  mutant('contains normalises', '(6)', containsNormalises),
  mutant('short needles find nothing', '(6)', shortNeedles),
  mutant('NULL sorts last', '(7)', resorting(nullLast)),
  mutant('ties are in another order', '(7)', tiesBackwards),
  mutant(
    'count stops at three',
    '(8)',
    overlaying((tx) => ({ count: async (from, where) => Math.min(3, await tx.count(from, where)) })),
  ),
  mutant('long lists are cut', '(9)', listsAreCut),
  mutant(
    'limit 0 is no limit',
    'limit',
    querying((query) => ({ ...query, limit: query.limit || undefined })),
  ),
  mutant(
    'offset needs a limit',
    'limit',
    querying((query) => ({ ...query, offset: query.limit && query.offset })),
  ),
  mutant(
    'via forgets its where',
    'via',
    ordering((part) => ('via' in part ? { via: part.via, col: part.col, desc: part.desc === true } : part)),
  ),
  mutant(
    'via ignores the direction',
    'via',
    ordering((part) => ('via' in part ? { ...part, desc: false } : part)),
  ),
  mutant(
    'ranked is ignored',
    'ranked',
    ordering((part) => ('ranked' in part ? { col: part.col, desc: part.desc === true } : part)),
  ),
  mutant(
    'ranked puts what is not in the list first',
    'ranked',
    ordering((part) => ('ranked' in part ? { ...part, ranked: part.ranked.toReversed(), desc: !part.desc } : part)),
  ),
  mutant(
    'columns brings others along',
    'columns',
    querying((query) => ({ ...query, columns: undefined })),
  ),
]

/** Replaces every node of every predicate, from the leaves up. */
function rewriting(change: (where: PlainWhere) => PlainWhere): Damage {
  const all = (where: PlainWhere): PlainWhere => {
    if ('and' in where) return change({ and: where.and.map(all) })
    if ('or' in where) return change({ or: where.or.map(all) })
    if ('not' in where) return change({ not: all(where.not) })
    if ('some' in where && where.where) return change({ some: where.some, where: all(where.where) })
    return change(where)
  }
  return overlaying((tx) => ({
    select: (query) => tx.select({ ...query, where: query.where && all(query.where) }),
    count: (from, where) => tx.count(from, where && all(where)),
    update: (entity, where, set) => tx.update(entity, all(where), set),
    delete: (from, where) => tx.delete(from, all(where)),
  }))
}

function querying(change: (query: PlainQuery) => PlainQuery): Damage {
  return overlaying((tx) => ({ select: (query) => tx.select(change(query)) }))
}

function ordering(change: (part: PlainOrder) => PlainOrder): Damage {
  return querying((query) => ({ ...query, order: query.order?.map(change) }))
}

/** Sorts once more by the first part of the order, where that is a column. */
function resorting(compare: Compare): Damage {
  return overlaying((tx) => ({
    async select(query) {
      const [first] = query.order ?? []
      const { columns, offset = 0, limit = Infinity } = query
      if (!first || 'via' in first || 'ranked' in first) return tx.select(query)
      const rows = await tx.select({ ...query, columns: undefined, limit: undefined, offset: undefined })
      const sign = first.desc ? -1 : 1
      rows.sort((a, b) => sign * compare(a[first.col] ?? null, b[first.col] ?? null))
      const wanted = (row: PlainRow) => Object.entries(row).filter(([name]) => !columns || columns.includes(name))
      return rows.slice(offset, offset + limit).map((row) => Object.fromEntries(wanted(row)))
    },
  }))
}

function joiningOnOneColumn(good: ReturnType<Damage>): ReturnType<Damage> {
  const damaged = (schema: Schema): Schema =>
    Object.fromEntries(
      Object.entries(schema).map(([name, declared]) => {
        const relations = Object.entries(declared.relations).map(
          ([relation, { entity, on }]) => [relation, { entity, on: on.slice(0, 1) }] as const,
        )
        return [name, { ...declared, relations: Object.fromEntries(relations) }]
      }),
    )
  return { ...good, migrate: (schema, migrations) => good.migrate(damaged(schema), migrations) }
}

function orNull(where: PlainWhere, col: string): PlainWhere {
  return { or: [where, { col, eq: null }] }
}

function cases(text: string): string[] {
  return [text, text.toLowerCase(), text.toUpperCase()]
}
