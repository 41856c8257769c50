import {
  bytes,
  defineSchema,
  entity,
  int,
  json,
  nullable,
  real,
  text,
  time,
  to,
  type Migration,
} from '@trackerkit/core/store'

/** A schema with a searchable text, an indexed relation, and a key that orders its own table. */
export const notes = defineSchema({
  note: entity({
    columns: {
      id: int(),
      author_id: int(),
      title: text(),
      body: text({ substringIndex: true }),
      weight: nullable(real()),
      at: nullable(time()),
      extra: nullable(json()),
      scan: nullable(bytes()),
    },
    key: ['id'],
    autoId: true,
    unique: [['author_id', 'title']],
    index: [['author_id', 'at'], ['at'], ['weight']],
    counters: { name: 'note_counts', by: ['author_id'] },
    relations: { labels: to('label', ['id', 'note_id']), by_author: to('note', ['author_id', 'author_id']) },
  }),
  label: entity({
    columns: { note_id: int(), name: text() },
    key: ['note_id', 'name'],
    index: [['name']],
    relations: { note: to('note', ['note_id', 'id']) },
  }),
})

export type Notes = typeof notes

export const noteMigrations: readonly Migration[] = [
  {
    id: 1,
    name: 'notes',
    breaking: false,
    steps: Object.entries(notes).map(([createEntity, { relations: _, ...declared }]) => ({
      createEntity,
      entity: declared,
    })),
  },
]
