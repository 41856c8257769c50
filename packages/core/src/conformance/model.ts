import { compareValues, matches, type PlainRow, type PlainWhere, type StoredValue } from '../store/index.js'
import { world, type World } from './world.js'

export type EntityName = keyof World

/** What a store over `world` should hold. Rows and lists are replaced, never changed in place, so a shallow copy is a snapshot. */
export type Model = Record<EntityName, readonly PlainRow[]>

/** One change, decided before the work begins, because work may run twice. */
export type Change =
  | { readonly verb: 'insert'; readonly entity: EntityName; readonly rows: readonly PlainRow[] }
  | { readonly verb: 'update'; readonly entity: EntityName; readonly where: PlainWhere; readonly set: PlainRow }
  | { readonly verb: 'delete'; readonly entity: EntityName; readonly where: PlainWhere }

/** The rows of the entity after `change`, and how many rows it touches. Inserted items have no id yet. */
export function plan(model: Model, change: Change): { rows: PlainRow[]; touched: number } {
  const present = model[change.entity]
  if (change.verb === 'insert') {
    const nulls = Object.fromEntries(Object.keys(world[change.entity].columns).map((name) => [name, null]))
    return { rows: [...present, ...change.rows.map((row) => ({ ...nulls, ...row }))], touched: change.rows.length }
  }
  const found = new Set(present.filter((row) => matches(world, model, change.entity, row, change.where)))
  if (change.verb === 'delete') return { rows: present.filter((row) => !found.has(row)), touched: found.size }
  return { rows: present.map((row) => (found.has(row) ? { ...row, ...change.set } : row)), touched: found.size }
}

/** The lists of columns, the key among them, whose values two of the rows share. A NULL is shared with nobody. */
export function sharedUniques(entity: EntityName, rows: readonly PlainRow[]): (readonly string[])[] {
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
