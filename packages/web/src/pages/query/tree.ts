// A search as a tree of groups and conditions, as the builder edits it.

export interface Condition {
  readonly kind: 'condition'
  /** The name that charts have it under. */
  readonly field: string
  /** As the API names it, or `noneof`: the negation of `anyexact`. */
  readonly operator: string
  readonly values: readonly string[]
  readonly isNot: boolean
}

export type Match = 'AND' | 'OR' | 'AND_G'

export interface Group {
  readonly kind: 'group'
  readonly match: Match
  readonly isNot: boolean
  readonly parts: readonly Part[]
}

export type Part = Condition | Group

export interface SearchQuery {
  readonly root: Group
  /** The text of the search box. */
  readonly words: string
  /** Parts of `order`. */
  readonly order: readonly string[]
  /** Everything that the builder has no control for. */
  readonly kept: readonly (readonly [name: string, value: string])[]
}

export const mostConditions = 50
export const deepest = 3

export function blankCondition(): Condition {
  return { kind: 'condition', field: '', operator: 'equals', values: [], isNot: false }
}

export function groupOf(parts: readonly Part[], match: Match = 'AND', isNot = false): Group {
  return { kind: 'group', match, isNot, parts }
}

export const takesNoValue = (operator: string) => operator === 'isempty' || operator === 'isnotempty'

const ofLists = new Set(['anyexact', 'noneof', 'allexact', 'allwords', 'anywords', 'nowords'])

export const takesList = (operator: string) => ofLists.has(operator)

/** Conditions without a field or a value ask for nothing. */
function isComplete({ field, operator, values }: Condition): boolean {
  return field !== '' && (takesNoValue(operator) || values.some((value) => value.trim() !== ''))
}

/** The group without what asks for nothing. */
export function completed(group: Group): Group {
  const parts = group.parts.flatMap((part): Part[] => {
    if (part.kind === 'condition') return isComplete(part) ? [part] : []
    const inner = completed(part)
    return inner.parts.length > 0 ? [inner] : []
  })
  return { ...group, parts }
}

export function countConditions({ parts }: Group): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'group' ? countConditions(part) : 1), 0)
}

/** The numbers by which the builder names conditions and groups, in the order in which they are read. */
export function numbersOf(root: Group): ReadonlyMap<Part, number> {
  const numbers = new Map<Part, number>()
  let [conditions, groups] = [0, 0]
  const visit = (part: Part) => {
    numbers.set(part, part.kind === 'group' ? ++groups : ++conditions)
    if (part.kind === 'group') part.parts.forEach(visit)
  }
  visit(root)
  return numbers
}
