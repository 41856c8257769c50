// The stored schema after some of the migrations, as data: nothing else is known of older stores.
import type { Entity, Migration, MigrationStep, Schema } from '../../store/index.js'

type Stored = Omit<Entity, 'relations'>

/** The schema that a store has after these migrations, without relations, which are not stored. */
export function schemaAfter(all: readonly Migration[]): Schema {
  const entities = new Map<string, Stored>()
  for (const step of all.flatMap((migration) => migration.steps)) apply(entities, step)
  return Object.fromEntries(Array.from(entities, ([name, entity]) => [name, { ...entity, relations: {} }]))
}

function apply(entities: Map<string, Stored>, step: MigrationStep): void {
  const change = (name: string, how: (entity: Stored) => Partial<Stored>) => {
    const entity = entities.get(name)
    if (!entity) throw new Error(`no entity ${name}`)
    entities.set(name, { ...entity, ...how(entity) })
  }
  if ('createEntity' in step) entities.set(step.createEntity, step.entity)
  else if ('dropEntity' in step) entities.delete(step.dropEntity)
  else if ('addColumn' in step)
    change(step.addColumn, ({ columns }) => ({ columns: { ...columns, [step.name]: step.column } }))
  else if ('dropColumn' in step) {
    change(step.dropColumn, ({ columns }) => {
      const { [step.name]: _dropped, ...rest } = columns
      return { columns: rest }
    })
  } else if ('addIndex' in step) change(step.addIndex, ({ index = [] }) => ({ index: [...index, step.columns] }))
  else if ('dropIndex' in step) change(step.dropIndex, ({ index }) => ({ index: without(index, step.columns) }))
  else if ('addUnique' in step) change(step.addUnique, ({ unique = [] }) => ({ unique: [...unique, step.columns] }))
  else if ('addCounters' in step) change(step.addCounters, () => ({ counters: step.counters }))
}

function without(lists: readonly (readonly string[])[] = [], columns: readonly string[]): (readonly string[])[] {
  return lists.filter((list) => list.join() !== columns.join())
}
