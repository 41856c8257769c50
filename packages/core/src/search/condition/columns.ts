// Predicates on one column whose name depends on the field, with the types that a schema known in full would give them.
import type { ColumnOf, EntityName, RelationOf, TrackerSchema, Where } from '../../schema/index.js'
import type { Relation } from '../../store/index.js'

export type { ColumnOf, RelationOf } from '../../schema/index.js'

type Targets<E extends EntityName> = {
  [R in RelationOf<E>]: TrackerSchema[E]['relations'][R] extends Relation<infer Target> ? Target & EntityName : never
}
/** The entity that a relation leads to. */
export type TargetOf<E extends EntityName, R extends RelationOf<E>> = Targets<E>[R]

type Compare = 'lt' | 'lte' | 'gt' | 'gte'

/** True for every row. */
export const always = { and: [] } as const
/** True for no row. */
export const never = { or: [] } as const

// The casts below rely on the parameter types: the column exists and has the type of the value.

export function isIn<E extends EntityName>(col: ColumnOf<E, 'int'>, values: readonly number[]): Where<E>
export function isIn<E extends EntityName>(col: ColumnOf<E, 'real'>, values: readonly number[]): Where<E>
export function isIn<E extends EntityName>(col: ColumnOf<E, 'text'>, values: readonly string[]): Where<E>
export function isIn(col: string, values: readonly unknown[]): unknown {
  return { col, in: values }
}

export function isTrue<E extends EntityName>(col: ColumnOf<E, 'bool'>, value: boolean): Where<E> {
  return { col, eq: value } as unknown as Where<E>
}

export function contains<E extends EntityName>(col: ColumnOf<E, 'text'>, needle: string): Where<E> {
  return { col, contains: needle }
}

export function compared<E extends EntityName>(col: ColumnOf<E, 'int'>, how: Compare, value: number): Where<E>
export function compared<E extends EntityName>(col: ColumnOf<E, 'real'>, how: Compare, value: number): Where<E>
export function compared<E extends EntityName>(col: ColumnOf<E, 'text'>, how: Compare, value: string): Where<E>
export function compared<E extends EntityName>(col: ColumnOf<E, 'time'>, how: Compare, value: Date): Where<E>
export function compared(col: string, how: Compare, value: unknown): unknown {
  return { col, [how]: value }
}

export function isNull<E extends EntityName>(col: ColumnOf<E, 'int'> | ColumnOf<E, 'text'>): Where<E> {
  return { col, eq: null } as unknown as Where<E>
}

export function some<E extends EntityName, R extends RelationOf<E>>(
  relation: R,
  where: Where<TargetOf<E, R>>,
): Where<E> {
  return { some: relation, where } as unknown as Where<E>
}

/** One of them; a single one is itself. */
export function either<E extends EntityName>(ways: readonly Where<E>[]): Where<E> {
  const [first] = ways
  return first && ways.length === 1 ? first : { or: ways }
}

/** All of them; a single one is itself. */
export function every<E extends EntityName>(conditions: readonly Where<E>[]): Where<E> {
  const [first] = conditions
  return first && conditions.length === 1 ? first : { and: conditions }
}
