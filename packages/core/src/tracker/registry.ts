// `@trackerkit/core/operations`: the operations as data, for programs that work on all of them, such as those that make routes.
import type { AnyOperation } from '../call/define/operation.js'
import type { Resource } from '../call/define/resource.js'
import type { Operations } from '@trackerkit/types'
import { operations as defined } from './operations.js'
import { administered as declaredAdministered, resources as declared } from './resources.js'

/** Every operation by resource and verb: its name, description and schemas. */
export const operations: {
  readonly [R in keyof Operations]: { readonly [V in keyof Operations[R]]: AnyOperation }
} = defined

/** The resources by their names in the library. */
export const resources: {
  readonly [R in keyof Operations]: Pick<Resource, 'one' | 'title'>
} = declared

/** Those that administrators set up by the usual verbs, in the order in which they are listed. */
export const administered: readonly Resource[] = Object.values(declaredAdministered)

/** For servers that receive identities as untyped values. */
export { requireIdentities } from '../auth/identity.js'
export { commonErrors } from '../call/define/common-errors.js'
export type { Access, AnyOperation } from '../call/define/operation.js'
/** For addresses that use the names of an older API. */
export { apiNameOf } from '../domain/bugs/fields/names.js'
export type { Resource } from '../call/define/resource.js'
/** For functions that take options of embedding programs. */
export { refuseUnknownOptions, requireKind, type OptionNames } from '../kernel/renamed-options.js'
/** For programs that record events. */
export { eventNames } from '../kernel/events.js'
/** For servers that read client input. */
export { mostEntries } from '../call/define/inputs.js'
export { countPieces, cutEnd, isCommaOrBlank, isDecimal, longestWritten, piecesOf } from '../kernel/scan.js'
/** For readers of other trackers. */
export { isMemberByPattern } from '../domain/users/pattern-groups.js'
