// What turning a search into a predicate depends on: who asks, when, the set-up, and what was looked up for it in the store.
import type { Call } from '../../call/context.js'
import type { EntityName, Where } from '../../schema/index.js'
import type { Asking } from './budget.js'
import type { Comparison } from './comparisons.js'
import type { Test } from './tree.js'

/** People whose login or real name has a property. */
export interface PeopleWanted {
  readonly by: 'login' | 'real_name'
  readonly comparison: Comparison
  readonly values: readonly string[]
  /** The input that names them. */
  readonly field: string
  /** Nobody found is an error, not an answer. */
  readonly mustExist?: true
}

/** Changes in the history of a field that names bugs. */
export interface ChangesWanted extends Asking {
  /** Which field, when and by whom, of the bugs that come into question. */
  readonly where: Where<'bug_history'>
  /** What the field must have been before or after, as far as the caller may see the bugs that it named. */
  readonly texts: readonly {
    readonly side: 'removed' | 'added'
    readonly values: readonly string[]
    readonly isNegated: boolean
  }[]
}

/** How a value becomes the text that is looked at; 'days' are the whole ones since a time. */
export type ReadAs = 'folded text' | 'number' | 'time' | 'days'

/** Elementary questions for which values are read where a column cannot be asked. */
export const readAtoms = ['word', 'regexp', 'substring', 'casesubstring'] as const satisfies readonly Comparison[]

export type ReadAtom = (typeof readAtoms)[number]

/** Rows of an entity whose value satisfies what no store can ask: a whole word, a pattern, some of the digits of a number. */
export interface ValuesWanted<E extends EntityName = EntityName> extends Asking {
  readonly entity: E
  /** The column that tells the rows apart. */
  readonly key: string
  /** The column that holds the value. */
  readonly col: string
  readonly as: ReadAs
  /** Which rows come into question. */
  readonly where: Where<E>
  readonly comparison: ReadAtom
}

/** Ids that the store knows and the catalogue does not. */
export interface Lookup {
  people(wanted: PeopleWanted): readonly number[]
  changes(wanted: ChangesWanted): readonly number[]
  /** The keys of the rows. */
  values<E extends EntityName>(wanted: ValuesWanted<E>): readonly (number | string)[]
  /** The ids of users. */
  users(where: Where<'users'>): readonly number[]
  /** The caller's last visits, and when those bugs were last changed. */
  visits(): readonly { readonly bug_id: number; readonly visited: Date; readonly changed: Date }[]
  /** The caller's own tags. */
  tags(): readonly { readonly id: number; readonly name: string }[]
}

export interface Scope extends Pick<Call, 'who' | 'catalogue' | 'now'> {
  readonly lookup: Lookup
  /** All bugs that can be found at all: the visible ones that satisfy what else is asked for. */
  readonly candidates: Where<'bugs'>
}

/** A test on its way into a predicate. */
export interface OperatorContext {
  readonly test: Test
  readonly scope: Scope
}
