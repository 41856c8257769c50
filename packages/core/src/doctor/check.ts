import type { EntityName, Reader, Row } from '../schema/index.js'
import type { PlainRow } from '../store/index.js'
import type { ReportProblem } from './problem.js'

/** Something that must hold and follows from nothing: it can be looked for, not mended. */
export interface Check {
  readonly name: string
  /** Description of the rule, for people. */
  readonly holds: string
  find(tx: Reader, tell: ReportProblem): Promise<void>
}

/** Columns derived from other columns or rows; they can be recomputed. */
export interface Derivation {
  readonly name: string
  readonly holds: string
  readonly entity: EntityName
  /** Returns the correct derived columns of the rows, in the same order. */
  derive(tx: Reader, rows: readonly PlainRow[]): Promise<readonly PlainRow[]>
}

/** A derivation with the types of its entity. */
export function derivation<E extends EntityName>(declared: {
  readonly name: string
  readonly holds: string
  readonly entity: E
  derive(tx: Reader, rows: readonly Row<E>[]): Promise<readonly Partial<Row<E>>[]>
}): Derivation {
  return declared as unknown as Derivation
}
