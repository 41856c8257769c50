import type { Column, ColumnType, Entity, Relation, Schema } from './schema-types.js'

interface Hint {
  readonly substringIndex?: boolean
}

function column<T extends ColumnType>(type: T): (hint?: Hint) => Column<T, false> {
  return (hint) => ({ type, nullable: false, ...hint })
}

/** Column constructors: `int()`, `text({ substringIndex: true })`, `nullable(time())` … */
export const int = column('int')
/** A column of `real`: see `ColumnValues`. */
export const real = column('real')
/** A column of `text`: see `ColumnValues`. */
export const text = column('text')
/** A column of `bool`: see `ColumnValues`. */
export const bool = column('bool')
/** A column of `time`: see `ColumnValues`. */
export const time = column('time')
/** A column of `bytes`: see `ColumnValues`. */
export const bytes = column('bytes')
/** A column of `json`: see `ColumnValues`. */
export const json = column('json')

/** The same column, which may also hold NULL. */
export function nullable<T extends ColumnType>(declared: Column<T, false>): Column<T, true> {
  return { ...declared, nullable: true }
}

/** A relation to the rows of `entity` whose columns equal ours: `to('users', ['creator_id', 'id'])`. */
export function to<const Target extends string>(
  entity: Target,
  ...on: readonly (readonly [here: string, there: string])[]
): Relation<Target> {
  return { entity, on }
}

/** Declares an entity with its exact types. */
export function entity<const E extends Entity>(declared: E): E {
  return declared
}

/**
 * Checks what the types cannot express: keys, indexes, counters and relations name existing, comparable columns, keys and
 * counted columns are never NULL, and relations join equal types.
 * @throws Error that names the first mistake
 */
export function defineSchema<const S extends Schema>(schema: S): S {
  for (const [name, declared] of Object.entries<Entity>(schema)) {
    const lists = [declared.key, ...(declared.unique ?? []), ...(declared.index ?? [])]
    for (const col of lists.flat()) requireComparable(schema, name, col)
    for (const col of declared.key) {
      if (requireColumn(schema, name, col).nullable)
        throw new Error(`${name}: the key column ${col} may not be nullable`)
    }
    if (declared.counters && Object.hasOwn(schema, declared.counters.name))
      throw new Error(`${name}: its counters have the name of an entity, ${declared.counters.name}`)
    for (const col of declared.counters?.by ?? []) {
      if (requireComparable(schema, name, col).nullable)
        throw new Error(`${name}: the counted column ${col} may not be nullable`)
    }
    if (declared.autoId && (declared.key.length !== 1 || requireColumn(schema, name, declared.key[0]).type !== 'int')) {
      throw new Error(`${name}: autoId needs a key of one int column`)
    }
    for (const [relation, { entity: target, on }] of Object.entries(declared.relations)) {
      if (on.length === 0) throw new Error(`${name}.${relation}: joins no columns`)
      for (const [here, there] of on) {
        if (requireComparable(schema, name, here).type !== requireComparable(schema, target, there).type) {
          throw new Error(`${name}.${relation}: ${here} and ${target}.${there} have different types`)
        }
      }
    }
  }
  return schema
}

function requireColumn(schema: Schema, entityName: string, col: string | undefined): Column {
  const found = schema[entityName]?.columns[col ?? '']
  if (!found) throw new Error(`no column ${entityName}.${col}`)
  return found
}

function requireComparable(schema: Schema, entityName: string, col: string): Column {
  const found = requireColumn(schema, entityName, col)
  if (found.type === 'bytes' || found.type === 'json')
    throw new Error(`${entityName}.${col}: ${found.type} cannot be compared`)
  return found
}
