import type { EntityName, Reader, Row } from '../schema/index.js'
import type { PlainRow } from '../store/index.js'
import type { ReportProblem } from './problem.js'

/** Something that must hold and follows from nothing: it can be looked for, not mended. */
export interface Check {
  readonly name: string
  /** What it makes sure of, for people to read. */
  readonly holds: string
  find(tx: Reader, tell: ReportProblem): Promise<void>
}

/** Columns that follow from others, or from other rows: they can be computed anew. */
export interface Derivation {
  readonly name: string
  readonly holds: string
  readonly entity: EntityName
  /** What should stand in the derived columns of some rows of the entity, in the order of the rows. */
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
