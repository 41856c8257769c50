// The life of the stored schema: numbered steps that never change once released.
import type { Migration } from '../store/index.js'
import { schema } from './schema.js'

export const migrations: readonly Migration[] = [
  {
    id: 1,
    name: 'initial',
    breaking: true,
    steps: Object.entries(schema).map(([createEntity, entity]) => ({ createEntity, entity })),
  },
]
