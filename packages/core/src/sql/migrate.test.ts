import { describe, expect, it } from 'vitest'
import { numberedDialect } from '../../test/sql/numbered-dialect.js'
import { int, isStoreError, nullable, text, type Migration, type MigrationStep } from '../store/index.js'
import { migrationStepSql } from './ddl.js'
import { pendingMigrations, runMigrations } from './migrate.js'

const migration = (id: number, name = `m${id}`, breaking = false): Migration => ({ id, name, breaking, steps: [] })

describe('pendingMigrations', () => {
  it('are those that were not applied yet', () => {
    expect(pendingMigrations([migration(1)], [migration(1), migration(2), migration(3)]).map(({ id }) => id)).toEqual([
      2, 3,
    ])
  })

  it('are none when a newer process has applied more that does not break', () => {
    expect(pendingMigrations([migration(1), migration(2)], [migration(1)])).toEqual([])
  })

  it('cannot be run on a store that a newer process has broken', () => {
    const pending = () => pendingMigrations([migration(1), migration(2, 'flags apart', true)], [migration(1)])
    expect(pending).toThrow('migration 2, flags apart')
    expect(pending).toThrow(expect.toSatisfy((error) => isStoreError(error, 'schema_newer')))
  })

  it('must be numbered without gaps, and be what they were when they were applied', () => {
    expect(() => pendingMigrations([], [migration(2)])).toThrow('migration 2 (m2) should be number 1')
    expect(() => pendingMigrations([migration(1, 'a')], [migration(1, 'b')])).toThrow(
      'migration 1 is b here but a in the store',
    )
  })
})

describe('runMigrations', () => {
  it('takes the lock first, runs what is pending in order, and records it', async () => {
    const statements: [string, readonly unknown[]][] = []
    const steps: MigrationStep[] = [{ createEntity: 'a', entity: { columns: { id: int() }, key: ['id'] } }]
    await runMigrations(
      {
        run(sql, parameters) {
          statements.push([sql, parameters])
          return sql.startsWith('SELECT') ? [[1, 'm1', false]] : []
        },
      },
      { ...numberedDialect, migrationLock: 'LOCK' },
      [
        { ...migration(1), steps },
        { ...migration(2), steps: [{ addColumn: 'a', name: 'b', column: nullable(text({ substringIndex: true })) }] },
        { ...migration(3, 'm3', true), steps: [{ dropColumn: 'a', name: 'b' }] },
      ],
    )
    const insert: unknown = expect.stringContaining('INSERT INTO "trackerkit_migrations"')
    expect(statements.map(([sql]) => sql)).toEqual([
      'LOCK',
      expect.stringContaining('CREATE TABLE IF NOT EXISTS "trackerkit_migrations"'),
      expect.stringContaining('SELECT'),
      'ALTER TABLE "a" ADD COLUMN "b" text',
      'INDEX WORDS a.b',
      insert,
      'FORGET WORDS a.b',
      'ALTER TABLE "a" DROP COLUMN "b"',
      insert,
    ])
    expect(statements[5]?.[1]).toEqual([2, 'm2', false])
    expect(statements[8]?.[1]).toEqual([3, 'm3', true])
  })
})

describe('migrationStepSql', () => {
  const run = (...steps: MigrationStep[]) => {
    const stored = new Map()
    return steps.map((step) => migrationStepSql(numberedDialect, stored, step)).at(-1)
  }
  const created: MigrationStep = {
    createEntity: 'a',
    entity: {
      columns: { id: int(), b: text({ substringIndex: true }), c: nullable(int()) },
      key: ['id'],
      autoId: true,
      unique: [['b']],
      index: [['c', 'b']],
    },
  }

  it('creates an entity with its indexes', () => {
    expect(run(created)).toEqual([
      'CREATE TABLE "a" ("id" serial PRIMARY KEY, "b" text NOT NULL, "c" int)',
      'CREATE UNIQUE INDEX "a__b__unique" ON "a" ("b")',
      'CREATE INDEX "a__c__b__index" ON "a" ("c" NULLS FIRST, "b")',
      'INDEX WORDS a.b',
    ])
  })

  it('fills a column that is added', () => {
    expect(run(created, { addColumn: 'a', name: 'd', column: int(), fill: 7 })).toEqual([
      'ALTER TABLE "a" ADD COLUMN "d" int NOT NULL DEFAULT 7',
    ])
  })

  it('adds the indexes of a column together with it', () => {
    expect(run(created, { dropColumn: 'a', name: 'b' })).toEqual([
      'DROP INDEX "a__b__unique"',
      'DROP INDEX "a__c__b__index"',
      'FORGET WORDS a.b',
      'ALTER TABLE "a" DROP COLUMN "b"',
    ])
  })

  it('adds and drops indexes, and ignores those that are gone', () => {
    const index = { columns: ['c'] }
    expect(run(created, { addUnique: 'a', ...index })).toEqual([
      'CREATE UNIQUE INDEX "a__c__unique" ON "a" ("c" NULLS FIRST)',
    ])
    expect(run(created, { addIndex: 'a', ...index }, { dropIndex: 'a', ...index })).toEqual([
      'DROP INDEX "a__c__index"',
    ])
    const dropped = run(created, { dropIndex: 'a', columns: ['c', 'b'] }, { dropColumn: 'a', name: 'c' })
    expect(dropped).toEqual(['ALTER TABLE "a" DROP COLUMN "c"'])
  })

  it('drops an entity with what belongs to it', () => {
    expect(run(created, { dropEntity: 'a' })).toEqual(['FORGET WORDS a.b', 'DROP TABLE "a"'])
    expect(() => run(created, { dropEntity: 'a' }, { dropEntity: 'a' })).toThrow('a migration changes a')
  })
})
