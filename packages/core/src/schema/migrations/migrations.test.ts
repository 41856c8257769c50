// Whoever changes the schema appends a migration: replaying all of them gives today's schema, entity by entity.
import { describe, expect, it } from 'vitest'
import type { Entity, Migration, MigrationStep } from '../../store/index.js'
import { schema } from '../schema.js'
import { migrations } from './index.js'

type Stored = Omit<Entity, 'relations'>

/** The schema that a store has after these migrations. */
function replay(all: readonly Migration[]): Map<string, Stored> {
  const entities = new Map<string, Stored>()
  for (const step of all.flatMap((migration) => migration.steps)) apply(entities, step)
  return entities
}

function apply(entities: Map<string, Stored>, step: MigrationStep): void {
  const change = (name: string, how: (entity: Stored) => Partial<Stored>) => {
    const entity = entities.get(name)
    if (!entity) throw new Error(`no entity ${name}`)
    entities.set(name, { ...entity, ...how(entity) })
  }
  const without = (lists: readonly (readonly string[])[] = [], columns: readonly string[]) =>
    lists.filter((list) => list.join() !== columns.join())
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
  else change(step.addUnique, ({ unique = [] }) => ({ unique: [...unique, step.columns] }))
}

/** What matters of an entity, in an order that says nothing. */
function shapeOf({ columns, key, autoId = false, unique = [], index = [] }: Stored) {
  const lists = (all: readonly (readonly string[])[]) => all.map((list) => list.join(', ')).toSorted()
  return { columns, key, autoId, unique: lists(unique), index: lists(index) }
}

describe('migrations', () => {
  it('run from the first to the last give the schema of today', () => {
    const stored = replay(migrations)
    expect([...stored.keys()].toSorted()).toEqual(Object.keys(schema).toSorted())
    for (const [name, entity] of Object.entries(schema))
      expect({ [name]: shapeOf(stored.get(name) as Stored) }).toEqual({ [name]: shapeOf(entity) })
  })

  it('that are breaking say so in the row that processes of older versions read', () => {
    for (const { id, breaking, steps } of migrations.slice(6)) {
      const written = steps.flatMap((step) =>
        'addColumn' in step && step.name === 'schema_version' ? [step.fill] : [],
      )
      expect([id, written]).toEqual([id, breaking ? [id] : []])
    }
  })

  it('are numbered without gaps, and every added non-null column has a fill', () => {
    expect(migrations.map((migration) => migration.id)).toEqual(migrations.map((_, index) => index + 1))
    const added = migrations.flatMap(({ steps }) => steps).filter((step) => 'addColumn' in step)
    expect(added.filter((step) => !step.column.nullable && step.fill === undefined)).toEqual([])
  })
})
