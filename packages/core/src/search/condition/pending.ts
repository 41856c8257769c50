// Predicates in which lists of ids are still lacking: each holds, as data, the question to the store that gives it.
import type { ColumnOf, EntityName, Where } from '../../schema/index.js'
import type { Asking } from './budget.js'
import type { Comparison } from './comparisons.js'
import type { Test } from './tree.js'

/** A condition on names. */
export interface NameTest {
  readonly comparison: Comparison
  readonly values: readonly string[]
  /** The input that the values come from. */
  readonly field: string
}

/** People by login or real name. */
export interface PeopleWanted extends NameTest {
  readonly kind: 'people'
  readonly by: 'login' | 'real_name'
  /** No matching user is an error, not an empty result. */
  readonly mustExist?: true
}

/** Something of the catalogue. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** Entries of the catalogue by name. */
export interface NamesWanted extends NameTest {
  readonly kind: 'names'
  /** Equal for the same choices: keys of lookups contain it and not the function. */
  readonly of: string
  readonly choices: () => Iterable<Named>
}

/** The caller's own tags by name. */
export interface TagsWanted extends NameTest {
  readonly kind: 'tags'
}

/** The caller's components, by default roles and follows. */
export interface OwnComponentsWanted {
  readonly kind: 'own components'
}

/** Bugs by when the caller last visited them. */
export interface VisitsWanted {
  readonly kind: 'visits'
  readonly comparison: Comparison
  readonly values: readonly string[]
  readonly test: Test
}

/** Changes in the history of a field that names bugs. */
export interface ChangesWanted extends Asking {
  readonly kind: 'changes'
  /** Restricts field, time and author, among the candidate bugs. */
  readonly where: PendingWhere
  /** Values of the field before or after. Bugs named in them count only if the caller may see them. */
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

/** Rows of an entity by a condition that no store supports: a whole word, a pattern, some digits of a number. */
export interface ValuesWanted extends Asking {
  readonly kind: 'values'
  readonly entity: EntityName
  /** The column that identifies the rows. */
  readonly key: string
  /** The column that holds the value. */
  readonly col: string
  readonly as: ReadAs
  /** The candidate rows. */
  readonly where: PendingWhere
  readonly comparison: ReadAtom
}

/** IDs that only the store knows, or that are slow to find. */
export type Lookup =
  | PeopleWanted
  | { readonly kind: 'users'; readonly where: Where<'users'> }
  | NamesWanted
  | TagsWanted
  | OwnComponentsWanted
  | VisitsWanted
  | ChangesWanted
  | ValuesWanted

interface PendingList {
  readonly lookup: Lookup
}

/** Predicates in which lists may be lacking, of any entity: no store takes them before they are filled. */
export type PendingWhere =
  | { readonly and: readonly PendingWhere[] }
  | { readonly or: readonly PendingWhere[] }
  | { readonly not: PendingWhere }
  | { readonly some: string; readonly where?: PendingWhere }
  | { readonly col: string; readonly in?: PendingList | readonly unknown[] }
  | { readonly candidates: 'visible' }

// During compilation, both of these have the type of their replacement; the result is a PendingWhere.

/** The rows whose ID or value in a column is among the results of a lookup. */
export function pending<E extends EntityName>(col: ColumnOf<E, 'int'> | ColumnOf<E, 'text'>, lookup: Lookup): Where<E> {
  return { col, in: { lookup } } as unknown as Where<E>
}

/** All bugs that can be found: visible ones that satisfy the other conditions. */
export const candidates = { candidates: 'visible' } as unknown as Where<'bugs'>
