import { countersIn, tableNames } from '@trackerkit/core/sql'
import type { Schema } from '@trackerkit/core/store'
import { counterFunctions } from './counter-triggers.js'
import type { PostgresOptions } from './options.js'
import { quote, quoteText } from './quote.js'

/** Other indexes than those of texts need no extension, so that a failure means nothing yet. */
const createTrigrams =
  'DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public; EXCEPTION WHEN OTHERS THEN NULL; END $$'

/** A role may be able to use a schema and not to create one. */
function createSchema(schema: string): string {
  const isThere = `EXISTS (SELECT FROM pg_namespace WHERE nspname = ${quoteText(schema)})`
  return `DO $$ BEGIN IF NOT ${isThere} THEN CREATE SCHEMA ${quote(schema)}; END IF; END $$`
}

/**
 * Returns the statements to run before a dump is restored into an empty database. A dump of one schema, or of tables with a prefix,
 * lacks the extension that its indexes name; with a prefix, it also lacks the schema and the functions of its triggers.
 */
export function beforeRestore(schema: Schema, naming: Pick<PostgresOptions, 'prefix' | 'schema'>): string[] {
  const { prefix, schema: place = 'public' } = naming
  if (prefix === undefined) return naming.schema === undefined ? [] : [createTrigrams]
  const names = tableNames(quote, { prefix, schema: place })
  return [
    createTrigrams,
    ...(naming.schema === undefined ? [] : [createSchema(place)]),
    ...countersIn(schema).flatMap(({ entity, counters }) => counterFunctions(names, entity, counters)),
  ]
}
