// Every schema change appends a migration: replaying all of them gives the current schema, entity by entity.
import { describe, expect, it } from 'vitest'
import type { Entity } from '../../store/index.js'
import { schema } from '../schema.js'
import { migrations } from './index.js'
import { schemaAfter } from './replay.js'

type Stored = Omit<Entity, 'relations'>

/** Returns the relevant parts of an entity, in a fixed order. */
function shapeOf({ columns, key, autoId = false, unique = [], index = [], counters }: Stored) {
  const lists = (all: readonly (readonly string[])[]) => all.map((list) => list.join(', ')).toSorted()
  return { columns, key, autoId, unique: lists(unique), index: lists(index), counters }
}

describe('migrations', () => {
  it('run from the first to the last give the schema of today', () => {
    const stored = schemaAfter(migrations)
    expect(Object.keys(stored).toSorted()).toEqual(Object.keys(schema).toSorted())
    for (const [name, entity] of Object.entries(schema))
      expect({ [name]: shapeOf(stored[name] as Stored) }).toEqual({ [name]: shapeOf(entity) })
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
