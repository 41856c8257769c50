import type { Column, Counters, Entity, StoredValue, TriggerKind } from '../store/index.js'

/** A table to create. */
export type StoredEntity = Omit<Entity, 'relations'>

/** A value that is not NULL, which is bound as null by every dialect. */
export type Present = Exclude<StoredValue, null>

/** Converts a value for the driver. */
export type Encode = (value: Present) => unknown

/** Converts a value from the driver. NULL never gets here. */
export type Decode = (stored: unknown) => StoredValue

/**
 * The differences between SQL databases that concern the compiler. Everything is text: a dialect opens no connection.
 * Common features (`coalesce`, `EXISTS`, row values, aliases in UPDATE and DELETE) are assumed.
 */
export interface Dialect {
  /** Quotes a name. */
  quote(name: string): string
  /** The name of the table of an entity, which the names of its indexes begin with. */
  stored(entity: string): string
  /** Returns the quoted table of an entity. */
  table(entity: string): string
  /** An index by its name, as a statement names one that is there. */
  index(name: string): string
  /** Returns the placeholder of a parameter by its position in the statement, counted from 1. */
  parameter(position: number): string

  /** The type of a column, with the collation that compares text by code point. */
  columnType(column: Column): string
  /** The type of an int key that the database assigns, rising and never reused, and that is a primary key. */
  readonly autoIdType: string
  /** The text after the closing parenthesis of CREATE TABLE. */
  tableOptions(entity: StoredEntity): string
  /** A value written into a statement, for DDL, which takes no parameters. */
  literal(column: Column, value: StoredValue): string

  /** A query that answers whether there is a table of that name: one row with the number of them. */
  countTables(name: string): string

  encoder(column: Column): Encode
  /** `undefined` when the driver returns the value as it is. */
  decoder(column: Column): Decode | undefined

  /** `expression` is one of the values of a list, which is bound as one parameter. */
  inList(expression: string, column: Column, parameter: string): string
  listEncoder(column: Column): (values: readonly Present[]) => unknown
  /** `expression` contains the text bound as `parameter`, by code unit. */
  contains(expression: string, parameter: string): string

  /** An aggregate of rows: a JSON array with the value of each. */
  list(value: string): string
  /** A value of several expressions: a JSON array. */
  array(expressions: readonly string[]): string

  /** The day in UTC of a time, as a whole number of days since 1970, also before it. */
  day(time: string): string

  /**
   * A true expression that calls the adapter for each row of a SELECT, so that the adapter can end a slow one. Left out
   * where the database supports timeouts.
   * @param key an expression of the integer key of the rows, if they have one: then it may be called for only some rows
   */
  heartbeat?(key: string | undefined): string
  /** Hides a column from the choice of index. Left out where the database chooses by statistics, and well. */
  withoutIndex?(expression: string): string
  /**
   * True if the database reads related rows before it sorts: then they are only read for the rows of a page, which are found
   * first.
   */
  readonly readsBeforeSorting?: boolean
  /** `NULLS FIRST` or `NULLS LAST`, with a leading space, where it is not the default. */
  nulls(desc: boolean): string
  /** The clause for a page, given placeholders, at least one of them. */
  page(limit: string | undefined, offset: string | undefined): string

  /** How many rows of an entity one INSERT adds: at least one, and not more than there are or than the parameters allow. */
  rowsPerInsert(entity: StoredEntity, atMost: number): number
  /** True if INSERT returns the keys of all added rows. If not, the adapter gets them from the driver. */
  readonly returning: boolean
  /**
   * Makes INSERT leave out the rows that break uniqueness, with a leading space: for an adapter that sees from the keys returned
   * that some are missing.
   */
  readonly skipDuplicates?: string
  /**
   * An INSERT that replaces in place the rows that are there: every column but the key. Left out where `ON CONFLICT … DO UPDATE`
   * does it, as in SQLite and PostgreSQL.
   */
  upsert?(parts: UpsertParts): string
  /** A statement that makes the keys assigned later rise above the one bound to it. Left out where INSERT itself sees to it. */
  raiseKeys?(entityName: string, column: string): string
  /** Triggers that keep `counters`. Left out where the database has none, so that rows are counted each time. */
  readonly counters?: CounterTriggers
  /** How `substringIndex` columns are served; left out where they cannot be. */
  readonly substring?: SubstringIndex
  /** Holds off the migrations of other processes until the transaction ends, where the transaction itself does not. */
  readonly migrationLock?: string
}

/** The parts of a statement that writes whole rows by key. Names are quoted. */
export interface UpsertParts {
  readonly table: string
  /** All columns, in the order of the values. */
  readonly columns: readonly string[]
  /** The key columns. */
  readonly key: readonly string[]
  /** The rows, each a list of placeholders in parentheses, with commas between them. */
  readonly values: string
}

/** Triggers that keep the counters of an entity. The table of the counts is there, and the rows there are will be counted. */
export interface CounterTriggers {
  readonly kind: TriggerKind
  create(entityName: string, counters: Counters): string[]
  drop(entityName: string): string[]
}

/** An index for `contains`. It may find rows too many but never too few: the compiler always asks `contains` as well. */
export interface SubstringIndex {
  /** True if columns of this entity can have one. */
  serves(entity: StoredEntity): boolean
  /** Statements that make the index and fill it from the rows there are. */
  create(entityName: string, entity: StoredEntity, column: string): string[]
  /** Statements that remove the index. */
  drop(entityName: string, column: string): string[]
  /** True for all rows, and perhaps a few more, that contain the needle bound as `parameter`. */
  filter(place: SubstringPlace, parameter: string): string
  /** One parameter for `filter` out of several, for the rows that contain all the needles. Left out where each needs its own. */
  all?(parameters: readonly string[]): string
  /**
   * A query that returns one row for each row that `filter` finds, from the index only. Left out where the database
   * plans that itself.
   */
  rows?(place: Pick<SubstringPlace, 'entity' | 'column'>, parameter: string): string
  encode(needle: string): unknown
}

/** The column that a search for a part of a text is about. */
export interface SubstringPlace {
  readonly entity: string
  readonly column: string
  /** The column, and the first column of the key, as expressions of the statement. */
  readonly text: string
  readonly key: string
}

/**
 * Writes the `day` of a dialect for databases whose integer division truncates. @param time SQL for milliseconds since
 * 1970
 */
export function daySql(time: string): string {
  // The remainder of a division is negative before 1970.
  return `((${time} - ((${time} % 86400000) + 86400000) % 86400000) / 86400000)`
}
