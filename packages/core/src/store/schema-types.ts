// Declarations of what a store holds, and the rows that they describe.

/** A value that may be ready already. `Promise`, not `PromiseLike`, so that linters see a floating one. */
export type Awaitable<T> = T | Promise<T>

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The JavaScript value of each column type. Values round-trip: any Unicode text, ints to ±(2^53-1), times to the millisecond. */
export interface ColumnValues {
  /** A safe integer. */
  int: number
  /** A finite double. */
  real: number
  /** Any well-formed Unicode string, U+0000 excepted. Compared and sorted by code point. */
  text: string
  bool: boolean
  /** An instant with millisecond precision. */
  time: Date
  bytes: Uint8Array
  json: Json
}

/** The name of a type of columns. */
export type ColumnType = keyof ColumnValues

/** The declaration of a column. */
export interface Column<T extends ColumnType = ColumnType, N extends boolean = boolean> {
  readonly type: T
  readonly nullable: N
  /** Make `contains` fast (FTS5 trigram, pg_trgm). A hint: it never changes results. */
  readonly substringIndex?: boolean
}

/** How rows of an entity are found from those of another. */
export interface Relation<Target extends string = string> {
  readonly entity: Target
  /** All pairs must be equal. A NULL on either side relates to nothing. */
  readonly on: readonly (readonly [here: string, there: string])[]
  /** Few rows have one, so that looking at all there are takes less than looking for those of each row. */
  readonly isRare?: boolean
}

/** Counts of rows, kept as rows are written. */
export interface Counters {
  /** The name of the table that holds them, in stores with tables. */
  readonly name: string
  /** Columns that are never NULL. Rows with the same values of all of them have one count. */
  readonly by: readonly string[]
}

/** The declaration of an entity. */
export interface Entity {
  readonly columns: Readonly<Record<string, Column>>
  readonly key: readonly string[]
  /** The key is one int column that the store assigns, rising and never reused, when an inserted row leaves it out. */
  readonly autoId?: boolean
  /** Column lists whose values no two rows share. Rows with a NULL among them are not compared. */
  readonly unique?: readonly (readonly string[])[]
  readonly index?: readonly (readonly string[])[]
  /** Columns that have the same number in nearly all rows: an index finds those with a greater one quickly. */
  readonly usual?: Readonly<Record<string, number>>
  /** Make `count` and `countBy` fast when they concern only these columns. A hint: it never changes results. */
  readonly counters?: Counters
  readonly relations: Readonly<Record<string, Relation>>
}

/** All entities of a store, by name. */
export type Schema = Readonly<Record<string, Entity>>

/** A name of an entity of a schema. */
export type EntityName<S extends Schema> = keyof S & string
/** A name of a column of an entity. */
export type ColumnName<E extends Entity> = keyof E['columns'] & string
/** A name of a relation of an entity. */
export type RelationName<E extends Entity> = keyof E['relations'] & string

type Value<C extends Column> =
  C extends Column<infer T, infer N> ? ColumnValues[T] | (true extends N ? null : never) : never

/** A whole row of an entity, as `select` returns it. It is the caller's own: changing it changes nothing stored. */
export type Row<S extends Schema, E extends EntityName<S>> = {
  -readonly [C in ColumnName<S[E]>]: Value<S[E]['columns'][C]>
}

type NullableColumns<E extends Entity> = {
  [C in ColumnName<E>]: true extends E['columns'][C]['nullable'] ? C : never
}[ColumnName<E>]
type AutoKey<E extends Entity> = E extends { readonly autoId: true } ? E['key'][number] & string : never

/** A row to insert: nullable columns may be left out (NULL), and so may an assigned key. */
export type NewRow<S extends Schema, E extends EntityName<S>> = Omit<Row<S, E>, NullableColumns<S[E]> | AutoKey<S[E]>> &
  Partial<Pick<Row<S, E>, Extract<NullableColumns<S[E]> | AutoKey<S[E]>, keyof Row<S, E>>>>

/** The names of the columns of an entity with one of these types. */
export type ColumnsOf<E extends Entity, T extends ColumnType, N extends boolean = boolean> = {
  [C in ColumnName<E>]: E['columns'][C] extends Column<T, N> ? C : never
}[ColumnName<E>]
