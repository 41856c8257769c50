import {
  bool,
  entity,
  int,
  StoreError,
  text,
  type Awaitable,
  type Counters,
  type MigrateOptions,
  type Migration,
  type MigrationStep,
  type PlainRow,
  type TriggerKind,
} from '../store/index.js'
import { createCompiler } from './compile.js'
import { createTableSql, migrationStepSql, type StoredSchema } from './ddl.js'
import type { Dialect } from './dialect.js'

/** The connection of the migration runner: one open transaction. */
export interface MigrationSession {
  /** Runs a statement; answers its rows as arrays of columns, none when it returns nothing. */
  run(sql: string, parameters: readonly unknown[]): Awaitable<readonly (readonly unknown[])[]>
}

/** A migration that was run on a store. */
export type AppliedMigration = Pick<Migration, 'id' | 'name' | 'breaking'>

const journal = 'trackerkit_migrations'
const journalSchema = {
  [journal]: entity({ columns: { id: int(), name: text(), breaking: bool() }, key: ['id'], relations: {} }),
}

/**
 * Runs missing migrations and records them in the journal. The caller passes a transaction that excludes all other
 * processes and commits when this resolves: either all migrations run or none.
 * @throws StoreError `schema_newer` when a newer process has run a breaking migration; `schema_older` with `mustExist`
 */
export async function runMigrations(
  session: MigrationSession,
  dialect: Dialect,
  migrations: readonly Migration[],
  { mustExist = false }: MigrateOptions = {},
): Promise<void> {
  if (mustExist) await requireNotEmpty(session, dialect)
  const compiler = createCompiler(journalSchema, dialect)
  if (dialect.migrationLock) await session.run(dialect.migrationLock, [])
  await session.run(createTableSql(dialect, journal, journalSchema[journal], 'IF NOT EXISTS '), [])
  const applied = await readJournal(session, dialect)
  const pending = new Set(pendingMigrations(applied, migrations))
  if (pending.size === 0) return
  await requireNoTables(session, dialect, [...pending])

  const stored: StoredSchema = new Map()
  for (const migration of migrations) {
    // Applied steps are walked through too: later steps may need their results.
    const statements = migration.steps.flatMap((step) => migrationStepSql(dialect, stored, step))
    if (!pending.has(migration)) continue
    for (const statement of statements) await session.run(statement, [])
    const { id, name, breaking } = migration
    for (const insert of compiler.insert(journal, [{ id, name, breaking }]))
      await session.run(insert.sql, insert.parameters)
  }
}

/**
 * Makes sure that there is nothing for `runMigrations` to do, and does nothing.
 * @throws StoreError `schema_older` when some have not been run, `schema_newer` as runMigrations
 */
export async function requireMigrated(
  session: MigrationSession,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  const applied = await readJournalIfAny(session, dialect)
  const pending = pendingMigrations(applied, migrations)
  const [first] = pending
  if (!first) return
  const text =
    applied.length === 0 ? 'it holds nothing' : `migration ${first.id}, ${first.name}, has not been run on it`
  throw new StoreError('schema_older', `the store is not up to date: ${text}`, {
    pending: applied.length === 0 ? [] : pending.map(({ id, name, breaking }) => ({ id, name, breaking })),
  })
}

/**
 * Makes sure that some migration has been run, and does nothing.
 * @throws StoreError `schema_older`
 */
export async function requireNotEmpty(session: MigrationSession, dialect: Dialect): Promise<void> {
  if ((await readJournalIfAny(session, dialect)).length === 0)
    throw new StoreError('schema_older', 'the store is empty')
}

async function readJournalIfAny(session: MigrationSession, dialect: Dialect): Promise<AppliedMigration[]> {
  const [[exists] = []] = await session.run(dialect.countTables(dialect.stored(journal)), [])
  return exists ? readJournal(session, dialect) : []
}

async function readJournal(session: MigrationSession, dialect: Dialect): Promise<AppliedMigration[]> {
  const { sql, parameters, decode } = createCompiler(journalSchema, dialect).select({ from: journal })
  return decode(await session.run(sql, parameters)).map(asApplied)
}

/**
 * A database that other programs use as well may have tables of the same names, which are not ours to change.
 * @throws StoreError `table_exists`
 */
async function requireNoTables(
  session: MigrationSession,
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<void> {
  const steps = migrations.flatMap((migration) => migration.steps)
  for (const name of steps.flatMap((step) => tablesOf(dialect, step))) {
    const table = dialect.stored(name)
    const [[count] = []] = await session.run(dialect.countTables(table), [])
    if (count)
      throw new StoreError('table_exists', `table ${table} already exists and is not the tracker's`, { entity: table })
  }
}

function tablesOf(dialect: Dialect, step: MigrationStep): string[] {
  const created = 'createEntity' in step ? [step.createEntity] : []
  const counters = dialect.counters && countersOf(step, dialect.counters.kind)
  return counters ? [...created, counters.name] : created
}

function countersOf(step: MigrationStep, kind: TriggerKind): Counters | undefined {
  if ('createEntity' in step) return step.entity.counters
  return 'addCounters' in step && step.triggers === kind ? step.counters : undefined
}

/**
 * The migrations of `known` that have not been applied, in order.
 * @throws StoreError `schema_newer` when a breaking one was applied that `known` lacks
 * @throws Error when `known` is not numbered 1, 2, 3 …, or is not what was applied under the same number
 */
export function pendingMigrations(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  known.forEach(({ id, name }, index) => {
    if (id !== index + 1) throw new Error(`migration ${id} (${name}) should be number ${index + 1}`)
  })
  for (const { id, name, breaking } of applied) {
    const same = known[id - 1]
    if (same && same.name !== name) throw new Error(`migration ${id} is ${same.name} here but ${name} in the store`)
    if (!same && breaking) {
      throw new StoreError('schema_newer', `a newer version has changed the store: migration ${id}, ${name}`)
    }
  }
  const done = new Set(applied.map(({ id }) => id))
  return known.filter(({ id }) => !done.has(id))
}

function asApplied(row: PlainRow): AppliedMigration {
  return { id: row['id'] as number, name: row['name'] as string, breaking: row['breaking'] === true }
}
