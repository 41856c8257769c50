/**
 * The storage interface: a declared schema, a closed predicate algebra and seven row verbs.
 *
 * Glossary
 * - **entity**: a named set of rows of one shape (a table, a map of objects).
 * - **row**: plain values by column name; never an object with behaviour.
 * - **relation**: named equalities between columns of two entities, followed by `some` and `via`. No constraint is implied.
 * - **predicate** (`Where`): plain data that is true or false for a row. There is no third value.
 * - **reader / writer**: the handle that `read` and `write` lend to one unit of work.
 *
 * An adapter holds no rule of the tracker: no permission, no default, no history, no case folding, no clock.
 */
import type {
  Awaitable,
  Column,
  ColumnName,
  ColumnType,
  ColumnValues,
  ColumnsOf,
  Counters,
  Entity,
  EntityName,
  NewRow,
  RelationName,
  Row,
  Schema,
} from './schema-types.js'

type Comparable = 'int' | 'real' | 'text' | 'time'
type Each<T extends ColumnType, E extends Entity> = T extends ColumnType
  ? | { readonly col: ColumnsOf<E, T, false>; readonly eq: ColumnValues[T] }
    | { readonly col: ColumnsOf<E, T, true>; readonly eq: ColumnValues[T] | null }
    | { readonly col: ColumnsOf<E, T>; readonly eqCol: ColumnsOf<E, T> }
  : never
type Ordered<T extends Comparable, E extends Entity> = T extends Comparable
  ? | { readonly col: ColumnsOf<E, T>; readonly in: readonly ColumnValues[T][] }
    | { readonly col: ColumnsOf<E, T>; readonly lt: ColumnValues[T] }
    | { readonly col: ColumnsOf<E, T>; readonly lte: ColumnValues[T] }
    | { readonly col: ColumnsOf<E, T>; readonly gt: ColumnValues[T] }
    | { readonly col: ColumnsOf<E, T>; readonly gte: ColumnValues[T] }
  : never

/**
 * A predicate over one row of entity `E`. It is true or false, never unknown:
 * - a comparison with a NULL column is false; `eq: null` tests whether the column is NULL;
 * - `not` is the exact complement; `and: []` is true, `or: []` is false;
 * - `in: []` is false, `in` never matches NULL and works with 10,000 values (bound as one parameter);
 * - text compares by code point; only the caller folds case;
 * - `contains` is a literal substring of any length, including the empty one, without wildcards;
 * - `some` holds when one related row exists for which all of `where` is true; a NULL join column relates to nothing.
 */
export type Where<S extends Schema, E extends EntityName<S>> =
  | { readonly and: readonly Where<S, E>[] }
  | { readonly or: readonly Where<S, E>[] }
  | { readonly not: Where<S, E> }
  | Each<Comparable | 'bool', S[E]>
  | Ordered<Comparable, S[E]>
  | { readonly col: ColumnsOf<S[E], 'bytes' | 'json', true>; readonly eq: null }
  | { readonly col: ColumnsOf<S[E], 'text'>; readonly contains: string }
  | {
      [R in RelationName<S[E]>]: {
        readonly some: R
        readonly where?: Where<S, S[E]['relations'][R]['entity'] & EntityName<S>>
      }
    }[RelationName<S[E]>]

/**
 * One part of an order. NULL comes first ascending and last descending; false before true. `via` sorts by a column of the
 * related rows for which `where` is true: by the least non-null value ascending, by the greatest descending, as NULL when
 * there is none. `ranked` sorts a number by its place in a list; what is not in it, NULL as well, comes after what is.
 */
export type Order<S extends Schema, E extends EntityName<S>> = { readonly desc?: boolean } & (
  | { readonly col: ColumnsOf<S[E], Comparable | 'bool'> }
  | { readonly col: ColumnsOf<S[E], 'int'>; readonly ranked: readonly number[] }
  | {
      [R in RelationName<S[E]>]: {
        readonly via: R
        readonly where?: Where<S, S[E]['relations'][R]['entity'] & EntityName<S>>
        readonly col: ColumnsOf<S[S[E]['relations'][R]['entity'] & EntityName<S>], Comparable>
      }
    }[RelationName<S[E]>]
)

/** The entity that a relation leads to. */
type TargetOf<
  S extends Schema,
  E extends EntityName<S>,
  R extends RelationName<S[E]>,
> = S[E]['relations'][R]['entity'] & EntityName<S>

/** The columns of a list of related rows, at least one. */
type ListColumns<E extends Entity, C = ColumnsOf<E, 'int' | 'text' | 'bool' | 'time'>> = readonly [C, ...C[]]

/** Related rows to return with each row: their columns, by relation. */
export type With<S extends Schema, E extends EntityName<S>> = {
  readonly [R in RelationName<S[E]>]?: { readonly columns: ListColumns<S[TargetOf<S, E, R>]> }
}

/** The related rows that a query returns with each row. */
export type RelatedRows<S extends Schema, E extends EntityName<S>, W extends With<S, E>> = {
  [R in keyof W & RelationName<S[E]>]: Exclude<W[R], undefined> extends { readonly columns: readonly (infer C)[] }
    ? | Pick<Row<S, TargetOf<S, E, R>>, C & ColumnName<S[TargetOf<S, E, R>]>>[]
      | (undefined extends W[R] ? undefined : never)
    : never
}

/** A row as a query returns it. */
export type SelectedRow<S extends Schema, E extends EntityName<S>, C extends ColumnName<S[E]>, W extends With<S, E>> = [
  keyof W,
] extends [never]
  ? Pick<Row<S, E>, C>
  : Pick<Row<S, E>, C> & RelatedRows<S, E, W>

/**
 * A query. The store appends the key of the entity (ascending) to every order, so pages never overlap; without `order`,
 * rows are ordered by key. `limit` and `offset` are integers >= 0; `columns` names the columns wanted (default: all).
 * `with` adds the related rows of each row, under the name of the relation, in no particular order.
 */
export interface Query<
  S extends Schema,
  E extends EntityName<S>,
  C extends ColumnName<S[E]> = ColumnName<S[E]>,
  W extends With<S, E> = With<S, E>,
> {
  readonly from: E
  readonly where?: Where<S, E> | undefined
  readonly order?: readonly Order<S, E>[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly columns?: readonly C[] | undefined
  readonly with?: W | undefined
}

/** The types of columns by whose values rows are counted. */
type Countable = 'int' | 'text' | 'bool'

/**
 * A grouping: the value of a column, the UTC day of a time as a number of days since 1970, or either of a related row
 * for which `where` is true.
 */
export type CountByPart<S extends Schema, E extends EntityName<S>> =
  | { readonly col: ColumnsOf<S[E], Countable> }
  | { readonly day: ColumnsOf<S[E], 'time'> }
  | {
      [R in RelationName<S[E]>]: {
        readonly via: R
        readonly where?: Where<S, S[E]['relations'][R]['entity'] & EntityName<S>>
      } & (
        | { readonly col: ColumnsOf<S[S[E]['relations'][R]['entity'] & EntityName<S>], Countable> }
        | { readonly day: ColumnsOf<S[S[E]['relations'][R]['entity'] & EntityName<S>], 'time'> }
      )
    }[RelationName<S[E]>]

/** A count query. `limit`: the maximum number of counts, a whole number >= 0. */
export interface CountByQuery<S extends Schema, E extends EntityName<S>> {
  readonly from: E
  readonly where?: Where<S, E> | undefined
  readonly by: readonly [CountByPart<S, E>, ...CountByPart<S, E>[]]
  readonly limit: number
}

/** How many rows have the same values: one value for each part of `by`, NULL among them. */
export interface GroupCount {
  readonly key: (number | string | boolean | null)[]
  readonly count: number
}

/** Limits of a count for callers who only need to know whether there are many. Hints: a store may count all rows instead. */
export interface CountOptions {
  /** Counting may stop here: the result is at least the number of rows or this, whichever is less. */
  readonly atMost?: number | undefined
  /** Rows that an index finds for `contains` may be counted without comparing their text, so the result may be too large. */
  readonly candidates?: boolean | undefined
}

/** Read handle. All queries see one snapshot. */
export interface Reader<S extends Schema> {
  /** The rows for which `where` is true, in order. Each returned row is the caller's own. */
  select<
    E extends EntityName<S>,
    C extends ColumnName<S[E]> = ColumnName<S[E]>,
    W extends With<S, E> = Record<never, never>,
  >(
    query: Query<S, E, C, W>,
  ): Awaitable<SelectedRow<S, E, C, W>[]>
  /** How many rows the unlimited select would return. */
  count<E extends EntityName<S>>(from: E, where?: Where<S, E>, options?: CountOptions): Awaitable<number>
  /**
   * How many rows for which `where` is true have the same values: one count for each combination of values that occurs, ascending
   * by the values, NULL first. With `via` a row counts once for each related row, and once with NULL when there is none.
   */
  countBy<E extends EntityName<S>>(query: CountByQuery<S, E>): Awaitable<GroupCount[]>
  /**
   * Runs one statement in the language of the database, about tables of others, and returns its rows as the driver does. Changes belong
   * to the transaction of `write`; in that of `read` the database rejects them. Left out by stores without such a language.
   * @param timeout milliseconds after which the database cancels it with `overdue`. Stores that cannot interrupt it ignore this
   * @throws the error of the driver, or StoreError for troubles of the store; the work fails, even if it catches the error
   */
  query?(sql: string, values: readonly unknown[], timeout?: number): Awaitable<Record<string, unknown>[]>
}

/** Write handle. Queries and changes are committed together or not at all. */
export interface Writer<S extends Schema> extends Reader<S> {
  /**
   * Adds rows, all or none. Returns the assigned keys in the order of the rows for an `autoId` entity, or an empty
   * array. A given key of an `autoId` entity is kept, and keys assigned later exceed it.
   * @throws StoreError `unique` naming entity and columns; the transaction stays usable
   */
  insert<E extends EntityName<S>>(into: E, rows: readonly NewRow<S, E>[]): Awaitable<number[]>
  /**
   * Writes whole rows by key, all or none: one whose key is there is replaced in place, any other is inserted. No rows: nothing
   * happens.
   * - Every row names every column, the key too, and no two rows of a call have the same key; else a TypeError.
   * - Rows are judged in their order, each by what those before it have left: to swap two unique values takes two calls.
   * - In place: rows that belong to a replaced one stay, and so does what it holds in columns that only a newer version knows.
   * - A key of an `autoId` entity is kept, and later assigned ones rise above it.
   * @throws StoreError `unique` for a list of columns other than the key; the transaction stays usable
   */
  put<E extends EntityName<S>>(into: E, rows: readonly Row<S, E>[]): Awaitable<void>
  /** Sets columns of all matching rows to constants. Returns how many rows matched. @throws StoreError `unique` */
  update<E extends EntityName<S>>(entity: E, where: Where<S, E>, set: Partial<Row<S, E>>): Awaitable<number>
  /** Removes all matching rows. Returns how many. */
  delete<E extends EntityName<S>>(from: E, where: Where<S, E>): Awaitable<number>
}

/** Options of `migrate`. */
export interface MigrateOptions {
  /** Throws and changes nothing if no migration has been run on the store. */
  readonly mustExist?: boolean | undefined
}

/** Options of `write`, and of `read`. */
export interface WriteOptions {
  /**
   * The work calls no code of others, so it never uses the store from inside: `reentrant` need not be looked for. A hint, which saves
   * time where asynchronous calls are expensive to follow.
   */
  readonly ours?: boolean | undefined
  /**
   * The work reads a whole store, as a copy or a check does. Its queries take as long as they take. A read runs once, because it
   * writes elsewhere, and blocks nothing else as far as the store can. A hint.
   */
  readonly bulk?: boolean | undefined
  /** After `write`, a power failure may undo this commit, with later ones, but the end of the process may not. A hint. */
  readonly mayBeLost?: boolean | undefined
}

/** Options of `read`. */
export interface ReadOptions extends WriteOptions {
  /**
   * The work may look at very many rows. Its questions are answered where nothing else waits for them, as far as the store can,
   * and get `overdue` once this many milliseconds have passed since it asked (Infinity: they take as long as they take). A hint:
   * it never changes results. The work may run again, on another snapshot: what it does besides reading, it does each time.
   */
  readonly scan?:
    | {
        readonly timeout: number
        /** The caller is anonymous. If scans are queued, anonymous callers get at most half of the slots. */
        readonly isAnonymous?: boolean | undefined
        /** Called by stores with a standby, each time the work begins, with the server used. */
        readonly answeredBy?: ((server: 'primary' | 'standby') => void) | undefined
      }
    | undefined
}

/** A database, as core works with it. Adapters make one; programs hand it to `createTracker`. */
export interface Store<S extends Schema = Schema> {
  /**
   * Brings the stored schema to `schema` by running the migrations not yet applied, each in order, under a lock that holds
   * off other processes. Idempotent. Unknown newer migrations are tolerated unless one of them is breaking.
   * @throws StoreError `schema_newer` when a newer process applied a breaking migration; `schema_older` with `mustExist`
   */
  migrate(schema: S, migrations: readonly Migration[], options?: MigrateOptions): Awaitable<void>
  /**
   * Runs `work` on one snapshot: later commits are not visible.
   * @throws StoreError `overdue` for a query that takes too long, `retry` when too many scans are queued
   */
  read<T>(work: (tx: Reader<S>) => Awaitable<T>, options?: ReadOptions): Promise<T>
  /**
   * Runs `work` in isolation: commits when it resolves, rolls back when it throws, and rethrows the same error object.
   * Its changes are visible to itself at once, and to others after the commit. On `retry`, the caller may run the whole
   * work again, so work must have no side effects outside `tx`.
   */
  write<T>(work: (tx: Writer<S>) => Awaitable<T>, options?: WriteOptions): Promise<T>
  /**
   * Runs `work` within a transaction that the host has begun on its own connection to the same data, behind a
   * savepoint. If `work` throws, its changes are rolled back, the transaction stays open, and the same error object is
   * thrown. The owner of the connection commits. It never begins, commits or repeats anything: on `retry`, the owner
   * must roll back the transaction and may run it again. Calls on one connection wait for each other. Omitted by stores
   * to which a host cannot have a connection.
   * @throws StoreError `join_refused` with its `reason`; changes made after the end of the transaction are discarded
   */
  join?<T>(connection: unknown, work: (tx: Writer<S>) => Awaitable<T>): Promise<T>
  /**
   * Returns detectable faults of the stored data, such as a damaged file or an index that disagrees with the rows.
   * Changes nothing. Omitted by stores that cannot check.
   */
  verify?(): Promise<readonly StoreFault[]>
  /** Rebuilds the indexes from the rows, which fixes the repairable faults. Omitted without `verify`. */
  reindex?(): Promise<void>
  /**
   * Calls the listener after a possible commit in any process, until the returned function is called. A hint: it may be
   * spurious or miss a commit. Omitted by stores that cannot detect commits.
   */
  watch?(listener: () => void): () => void
  /**
   * Purges deleted and replaced data from the files, as far as the store can. Called after an erasure. Omitted by stores without
   * files.
   */
  purgeDeleted?(): Promise<void>
  /** Returns the free bytes where the data is stored. Omitted by stores that cannot determine it. */
  room?(): Promise<number>
  /** Waits for running work, then releases everything. Idempotent. Later calls throw `closed`. */
  close(): Awaitable<void>
}

/** Something wrong with how a store keeps its rows. */
export interface StoreFault {
  /** For those who run the store; says nothing of what the rows hold. */
  readonly text: string
  /** True if `reindex` fixes it: no rows are missing. */
  readonly isRepairable: boolean
  /** False if all rows are there and can be read, although `reindex` does not fix it. Default: true unless `isRepairable`. */
  readonly isDamage?: boolean
}

/** One change of a frozen migration. A non-null column added to an entity that may hold rows needs a `fill`. */
export type MigrationStep =
  | { readonly createEntity: string; readonly entity: Omit<Entity, 'relations'> }
  | { readonly dropEntity: string }
  | {
      readonly addColumn: string
      readonly name: string
      readonly column: Column
      readonly fill?: ColumnValues[ColumnType] | null
    }
  | { readonly dropColumn: string; readonly name: string }
  | { readonly addIndex: string; readonly columns: readonly string[] }
  | { readonly dropIndex: string; readonly columns: readonly string[] }
  | { readonly addUnique: string; readonly columns: readonly string[] }
  | { readonly addCounters: string; readonly counters: Counters; readonly triggers: TriggerKind }
  | CopyRows

/** Counters are added where triggers run for each row (SQLite), or where they run once for each statement (PostgreSQL). */
export type TriggerKind = 'row' | 'statement'

/**
 * Adds a row for each row of another entity, with the columns that `columns` takes from it and the constants of `set`;
 * others are NULL. If a row with that key exists, only `set` is written to it.
 */
export interface CopyRows {
  readonly copyRows: string
  readonly into: string
  /** The column of the other entity, by column. */
  readonly columns: Readonly<Record<string, string>>
  readonly set?: Readonly<Record<string, ColumnValues['bool' | 'int' | 'text']>>
}

/** A numbered step in the life of the stored schema. Once released it never changes. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly id: number
  readonly name: string
  /** An older process, which does not know this migration, must not use the store after it. */
  readonly breaking: boolean
  readonly steps: readonly MigrationStep[]
}
