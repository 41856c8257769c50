import type { PlainLeaf, PlainWhere } from '../store/index.js'
import { column, comparedSql, parameter, type StatementBuilder, type TableScope } from './statement-builder.js'
import { isIndexable } from './shape.js'
import { comparisonBinder } from './values.js'

export type ContainsLeaf = Extract<PlainLeaf, { contains: string }>

/** Conditions of a database have a limited length. */
const mostTogether = 16

/** The members of an `and`, those together for which an index of texts is asked once. `normalize` has put them side by side. */
export function groupTexts(
  draft: StatementBuilder,
  scope: TableScope,
  members: readonly PlainWhere[],
): readonly (readonly PlainWhere[])[] {
  const groups: PlainWhere[][] = []
  for (const member of members) {
    const last = groups.at(-1)
    const [before] = last ?? []
    const isAlike =
      last && before && 'contains' in member && 'contains' in before && member.col === before.col &&
      last.length < mostTogether && isServed(draft, scope, member) && isServed(draft, scope, before) // prettier-ignore
    if (isAlike && draft.dialect.substring?.all) last.push(member)
    else groups.push([member])
  }
  return groups
}

/** The index only narrows the search; whether the text contains the needles is asked in any case. */
export function containsSql(draft: StatementBuilder, scope: TableScope, leaves: readonly ContainsLeaf[]): string {
  const { dialect } = draft
  const [first] = leaves as readonly [ContainsLeaf]
  const text = comparedSql(draft, scope, first.col)
  const values = leaves.map(() => draft.values++)
  const parts: string[] = []
  const { substring } = dialect
  if (substring && isServed(draft, scope, first)) {
    const place = {
      entity: scope.name,
      column: first.col,
      text,
      key: comparedSql(draft, scope, scope.entity.key[0] ?? ''),
    }
    const encode = (needle: unknown) => substring.encode(needle as string)
    const encoded = values.map((value) => parameter(draft, encode, value))
    parts.push(substring.filter(place, substring.all && encoded.length > 1 ? substring.all(encoded) : encoded.join()))
  }
  const bind = comparisonBinder(dialect, `${scope.name}.${first.col}`, column(scope, first.col))
  for (const value of values) parts.push(dialect.contains(text, parameter(draft, bind, value)))
  return parts.length === 1 ? parts.join() : `(${parts.join(' AND ')})`
}

function isServed({ dialect }: StatementBuilder, scope: TableScope, { col, contains }: ContainsLeaf): boolean {
  const { substringIndex = false } = column(scope, col)
  return dialect.substring?.serves(scope.entity) === true && substringIndex && isIndexable(contains) && !scope.few
}
