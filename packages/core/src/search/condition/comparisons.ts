// The operators that searches know, each as one elementary question and how it is put.

/**
 * An elementary question to one value. `word` asks for a whole word, which ends where letters and digits end; all but
 * `casesubstring` ignore case.
 */
export type Comparison =
  | 'equals'
  | 'lessthan'
  | 'lessthaneq'
  | 'greaterthan'
  | 'greaterthaneq'
  | 'substring'
  | 'casesubstring'
  | 'word'
  | 'regexp'
  | 'empty'

/** A question to the history of a field. */
export type ChangeKind = 'before' | 'after' | 'from' | 'to' | 'by'

/** How the text that follows an operator becomes values: as it is, cut at commas, or cut at blanks and commas. */
type Cut = 'nowhere' | 'commas' | 'words'

interface ValueOperator {
  readonly comparison: Comparison
  /** True where the elementary question is false. For fields with several values: for none of them. */
  readonly isNegative?: true
  /** The question is put for each value, and all must have the answer yes; else one is enough. */
  readonly wantsAll?: true
  readonly cut?: Cut
}

interface ChangeOperator {
  readonly change: ChangeKind
}

/** A condition on all text of a bug together, in the syntax of full-text search. */
interface FullTextOperator {
  readonly isNegative: boolean
  readonly isFullText: true
}

type Operator = ValueOperator | ChangeOperator | FullTextOperator

export const operators = {
  equals: { comparison: 'equals' },
  notequals: { comparison: 'equals', isNegative: true },
  lessthan: { comparison: 'lessthan' },
  lessthaneq: { comparison: 'lessthaneq' },
  greaterthan: { comparison: 'greaterthan' },
  greaterthaneq: { comparison: 'greaterthaneq' },
  substring: { comparison: 'substring' },
  notsubstring: { comparison: 'substring', isNegative: true },
  casesubstring: { comparison: 'casesubstring' },
  regexp: { comparison: 'regexp' },
  notregexp: { comparison: 'regexp', isNegative: true },
  anyexact: { comparison: 'equals', cut: 'commas' },
  allexact: { comparison: 'equals', cut: 'words', wantsAll: true },
  anywords: { comparison: 'word', cut: 'words' },
  allwords: { comparison: 'word', cut: 'words', wantsAll: true },
  nowords: { comparison: 'word', cut: 'words', isNegative: true },
  anywordssubstr: { comparison: 'substring', cut: 'words' },
  allwordssubstr: { comparison: 'substring', cut: 'words', wantsAll: true },
  nowordssubstr: { comparison: 'substring', cut: 'words', isNegative: true },
  isempty: { comparison: 'empty' },
  isnotempty: { comparison: 'empty', isNegative: true },
  changedbefore: { change: 'before' },
  changedafter: { change: 'after' },
  changedfrom: { change: 'from' },
  changedto: { change: 'to' },
  changedby: { change: 'by' },
  matches: { isFullText: true, isNegative: false },
  notmatches: { isFullText: true, isNegative: true },
} satisfies Record<string, Operator>

export type OperatorName = keyof typeof operators

export const operatorNames = Object.keys(operators) as OperatorName[]

const otherNames: Readonly<Record<string, OperatorName>> = { substr: 'substring', exact: 'equals' }

export function operatorNamed(name: string): OperatorName | undefined {
  const key = name.trim().toLowerCase()
  return otherNames[key] ?? operatorNames.find((known) => known === key)
}

export function valueOperator(name: OperatorName): ValueOperator | undefined {
  const found: Operator = operators[name]
  return 'comparison' in found ? found : undefined
}

export function changeOperator(name: OperatorName): ChangeOperator | undefined {
  const found: Operator = operators[name]
  return 'change' in found ? found : undefined
}

export function fullTextOperator(name: OperatorName): FullTextOperator | undefined {
  const found: Operator = operators[name]
  return 'isFullText' in found ? found : undefined
}

/** Returns true if the operator needs no value to compare with. */
export function needsNoValue(name: OperatorName): boolean {
  return valueOperator(name)?.comparison === 'empty'
}
