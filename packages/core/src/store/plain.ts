import type { Awaitable, ColumnType, ColumnValues, Schema } from './schema-types.js'
import type {
  CountOptions,
  GroupCount,
  MigrateOptions,
  Migration,
  ReadOptions,
  Store,
  StoreFault,
  WriteOptions,
} from './types.js'

/**
 * The types that adapters work with: `types.ts` without the types of one schema. Every `Where<S, E>`, `Query<S, E>` and
 * `Row<S, E>` is assignable to these. Callers use the strict types; stores use these.
 */
export type StoredValue = ColumnValues[ColumnType] | null

/** A `Row` of any entity. */
export type PlainRow = Record<string, StoredValue>

/** A `Where` of any entity. */
export type PlainWhere =
  | { readonly and: readonly PlainWhere[] }
  | { readonly or: readonly PlainWhere[] }
  | { readonly not: PlainWhere }
  | { readonly some: string; readonly where?: PlainWhere }
  | PlainLeaf

/** A predicate on one column. */
export type PlainLeaf =
  | { readonly col: string; readonly eq: StoredValue }
  | { readonly col: string; readonly eqCol: string }
  | { readonly col: string; readonly in: readonly StoredValue[] }
  | { readonly col: string; readonly lt: StoredValue }
  | { readonly col: string; readonly lte: StoredValue }
  | { readonly col: string; readonly gt: StoredValue }
  | { readonly col: string; readonly gte: StoredValue }
  | { readonly col: string; readonly contains: string }

/** An `Order` of any entity. */
export type PlainOrder =
  | { readonly col: string; readonly desc?: boolean }
  | { readonly col: string; readonly ranked: readonly number[]; readonly desc?: boolean }
  | { readonly via: string; readonly where?: PlainWhere; readonly col: string; readonly desc?: boolean }

/** A `Query` of any entity. */
export interface PlainQuery {
  readonly from: string
  readonly where?: PlainWhere | undefined
  readonly order?: readonly PlainOrder[] | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly columns?: readonly string[] | undefined
  readonly with?: PlainWith | undefined
}

/** A `With` of any entity. */
export type PlainWith = Readonly<Record<string, { readonly columns: readonly string[] } | undefined>>

/** A `CountByPart` of any entity. */
export type PlainCountByPart =
  PlainCountByValue | ({ readonly via: string; readonly where?: PlainWhere } & PlainCountByValue)

type PlainCountByValue = { readonly col: string } | { readonly day: string }

/** A `CountByQuery` of any entity. */
export interface PlainCountByQuery {
  readonly from: string
  readonly where?: PlainWhere | undefined
  readonly by: readonly PlainCountByPart[]
  readonly limit: number
}

/** A `Reader` over plain rows. */
export interface PlainReader {
  select(query: PlainQuery): Awaitable<PlainRow[]>
  count(from: string, where?: PlainWhere, options?: CountOptions): Awaitable<number>
  countBy(query: PlainCountByQuery): Awaitable<GroupCount[]>
  query?(sql: string, values: readonly unknown[], timeout?: number): Awaitable<Record<string, unknown>[]>
}

/** A `Writer` over plain rows. */
export interface PlainWriter extends PlainReader {
  insert(into: string, rows: readonly PlainRow[]): Awaitable<number[]>
  /** `guarded` has seen to it that there are rows, that they are whole, and that no two of them have the same key. */
  put(into: string, rows: readonly PlainRow[]): Awaitable<void>
  update(entity: string, where: PlainWhere, set: PlainRow): Awaitable<number>
  delete(from: string, where: PlainWhere): Awaitable<number>
}

/** The interface that adapters implement: `Store` over plain rows, with the semantics documented at `Store`. */
export interface PlainStore {
  migrate(schema: Schema, migrations: readonly Migration[], options?: MigrateOptions): Awaitable<void>
  read<T>(work: (tx: PlainReader) => Awaitable<T>, options?: ReadOptions): Promise<T>
  write<T>(work: (tx: PlainWriter) => Awaitable<T>, options?: WriteOptions): Promise<T>
  join?<T>(connection: unknown, work: (tx: PlainWriter) => Awaitable<T>): Promise<T>
  verify?(): Promise<readonly StoreFault[]>
  reindex?(): Promise<void>
  purgeDeleted?(): Promise<void>
  room?(): Promise<number>
  watch?(listener: () => void): () => void
  close(): Awaitable<void>
}

/** The same store, seen through the types of the schema that it is migrated to. */
export function typed<S extends Schema = Schema>(store: Store | PlainStore): Store<S> {
  return store as unknown as Store<S>
}
