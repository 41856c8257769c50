// Checks that the database keeps counts of rows, or can keep them.
import { countersIn } from '@trackerkit/core/sql'
import type { Schema } from '@trackerkit/core/store'
import type { Answer } from './connections.js'
import { triggerNames, type Names } from './counter-triggers.js'
import { sqlState } from './errors.js'
import { quoteText } from './quote.js'

interface Session {
  readonly run: (sql: string) => Promise<Answer>
}

/** Returns whether all counts of the schema are kept. */
export async function isCounting(session: Session, names: Names, schema: Schema): Promise<boolean> {
  for (const { entity } of countersIn(schema)) if (!(await hasTriggers(session, names, entity))) return false
  return true
}

/** Returns whether the counts of an entity are kept. They are not after a dump was restored without its triggers. */
export async function hasTriggers({ run }: Session, names: Names, entity: string): Promise<boolean> {
  const triggers = triggerNames(names, entity)
  const { rows } = await run(
    `SELECT count(*)::int FROM pg_trigger WHERE tgrelid = to_regclass(${quoteText(names.table(entity))}) ` +
      `AND tgname IN (${triggers.map(quoteText).join(', ')}) AND tgenabled IN ('O', 'A')`,
  )
  return rows[0]?.[0] === triggers.length
}

/** Returns whether triggers can see the rows of a statement. In other databases with the same protocol they may not. */
export async function canCount({ run }: Session, names: Names): Promise<boolean> {
  const probe = names.table('trackerkit_probe')
  const isPossible = await run(
    `BEGIN; CREATE TABLE ${probe} (n int); ` +
      `CREATE FUNCTION ${probe}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; ` +
      `CREATE TRIGGER probe AFTER INSERT ON ${probe} REFERENCING NEW TABLE AS added ` +
      `FOR EACH STATEMENT EXECUTE FUNCTION ${probe}()`,
  ).then(
    () => true,
    (error: unknown) => {
      // Not supported, unknown, or not allowed; 42P07 and 42723 mean that the name is taken. After other errors, counts must not be
      // left out for good.
      if (/^(42|0A)(?!P07|723)/.test(sqlState(error))) return false
      throw error
    },
  )
  await run('ROLLBACK')
  return isPossible
}
