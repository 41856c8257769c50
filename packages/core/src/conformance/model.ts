import { compareValues, matches, type PlainRow, type PlainWhere, type StoredValue } from '../store/index.js'
import { world, type World } from './world.js'

export type EntityName = keyof World

/**
 * The expected content of a store over `world`. Rows and lists are replaced, never changed in place, so a shallow copy
 * is a snapshot.
 */
export type Model = Record<EntityName, readonly PlainRow[]>

/** One change, decided before the work begins, because work may run twice. */
export type Change =
  | { readonly verb: 'insert'; readonly entity: EntityName; readonly rows: readonly PlainRow[] }
  | { readonly verb: 'put'; readonly entity: EntityName; readonly rows: readonly PlainRow[] }
  | { readonly verb: 'update'; readonly entity: EntityName; readonly where: PlainWhere; readonly set: PlainRow }
  | { readonly verb: 'delete'; readonly entity: EntityName; readonly where: PlainWhere }

/** The effect of a change on the rows of its entity. */
interface Outcome {
  /** Inserted items have no id yet. */
  readonly rows: PlainRow[]
  /** How many rows an update or a delete touches. */
  readonly touched: number
  /** The lists of columns of which the change would have two rows share the values: then it is refused. */
  readonly shared: readonly (readonly string[])[]
}

export function plan(model: Model, change: Change): Outcome {
  const { entity } = change
  const present = model[entity]
  if (change.verb === 'put') return planPut(entity, present, change.rows)
  if (change.verb === 'insert') {
    const nulls = Object.fromEntries(Object.keys(world[entity].columns).map((name) => [name, null]))
    const rows = [...present, ...change.rows.map((row) => ({ ...nulls, ...row }))]
    return { rows, touched: change.rows.length, shared: sharedUniques(entity, rows) }
  }
  const found = new Set(present.filter((row) => matches(world, model, entity, row, change.where)))
  const touched = found.size
  if (change.verb === 'delete') return { rows: present.filter((row) => !found.has(row)), touched, shared: [] }
  const rows = present.map((row) => (found.has(row) ? { ...row, ...change.set } : row))
  return { rows, touched, shared: sharedUniques(entity, rows) }
}

/** Each row is judged as those before it have left the others. */
function planPut(entity: EntityName, present: readonly PlainRow[], given: readonly PlainRow[]): Outcome {
  let rows = [...present]
  for (const row of given) {
    const index = rows.findIndex((other) => keyText(entity, other) === keyText(entity, row))
    rows = index === -1 ? [...rows, row] : rows.with(index, row)
    const shared = sharedUniques(entity, rows)
    if (shared.length > 0) return { rows, touched: 0, shared }
  }
  return { rows, touched: given.length, shared: [] }
}

/** The key of a row as a unique text. */
export function keyText(entity: EntityName, row: PlainRow): string {
  return JSON.stringify(world[entity].key.map((column) => row[column]))
}

/** The lists of columns, the key among them, whose values two of the rows share. A NULL equals no other value. */
function sharedUniques(entity: EntityName, rows: readonly PlainRow[]): (readonly string[])[] {
  const declared: { key: readonly string[]; unique?: readonly (readonly string[])[] } = world[entity]
  return [declared.key, ...(declared.unique ?? [])].filter((columns) => {
    const sorted = rows
      .map((row) => columns.map((col) => row[col] ?? null))
      .filter((values) => !values.includes(null))
      .sort(compareLists)
    return sorted.some((values, i) => i > 0 && compareLists(values, sorted[i - 1] ?? []) === 0)
  })
}

function compareLists(a: readonly StoredValue[], b: readonly StoredValue[]): number {
  return a.reduce<number>((compared, value, i) => compared || compareValues(value, b[i] ?? null), 0)
}
