import { defineSchema, entity, int, text, type Migration } from '@trackerkit/core/store'

/** A schema with counters. */
export const things = defineSchema({
  thing: entity({
    columns: { id: int(), kind: int(), state: text(), name: text() },
    key: ['id'],
    autoId: true,
    counters: { name: 'thing_counts', by: ['kind', 'state'] },
    relations: {},
  }),
})

export type Things = typeof things

const { relations: _, ...thing } = things.thing

export const thingMigrations: readonly Migration[] = [
  { id: 1, name: 'things', breaking: false, steps: [{ createEntity: 'thing', entity: thing }] },
]
