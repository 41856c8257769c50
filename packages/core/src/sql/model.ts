import type { Column, Entity, Relation, Schema } from '../store/index.js'

const name = /^\w{1,63}$/

/**
 * Rejects a schema with names other than letters, digits and underscores: SQL would accept them quoted, but the shape
 * of a query distinguishes names from signs by them.
 */
export function requirePlainNames(schema: Schema): void {
  for (const [entityName, { columns, relations }] of Object.entries(schema)) {
    for (const part of [entityName, ...Object.keys(columns), ...Object.keys(relations)]) {
      if (!name.test(part)) throw new Error(`the name ${JSON.stringify(part)} must consist of letters, digits and _`)
    }
  }
}

export function entityOf(schema: Schema, entityName: string): Entity {
  return own(schema, entityName, 'entity', entityName)
}

export function columnOf(entity: Entity, entityName: string, column: string): Column {
  return own(entity.columns, column, 'column', `${entityName}.${column}`)
}

export function relationOf(entity: Entity, entityName: string, relation: string): Relation {
  return own(entity.relations, relation, 'relation', `${entityName}.${relation}`)
}

function own<T>(record: Readonly<Record<string, T>>, key: string, kind: string, path: string): T {
  const found = Object.hasOwn(record, key) ? record[key] : undefined
  if (found === undefined) throw new Error(`no ${kind} ${path}`)
  return found
}

/** The key, unique lists and indexes that begin with `column`: by them a lookup of its values is quick. */
export function listsLedBy(entity: Entity, column: string): (readonly string[])[] {
  const lists = [entity.key, ...(entity.unique ?? []), ...(entity.index ?? [])]
  return lists.filter(([first]) => first === column)
}

export function leads(entity: Entity, column: string): boolean {
  return listsLedBy(entity, column).length > 0
}
