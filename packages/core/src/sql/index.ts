export type {
  CounterTriggers,
  Decode,
  Dialect,
  Encode,
  Present,
  StoredEntity,
  SubstringIndex,
  SubstringPlace,
  UpsertParts,
} from './dialect.js'
export { createCompiler, type Compiler, type SelectStatement, type CountByStatement } from './compile.js'
export { counted, countersIn, recountSql, wrongCounts, wrongCountsSql } from './counters.js'
export { daySql } from './dialect.js'
export { createEntitySql, migrationStepSql, type StoredSchema } from './ddl.js'
export {
  requireMigrated,
  requireNotEmpty,
  runMigrations,
  pendingMigrations,
  type AppliedMigration,
  type MigrationSession,
} from './migrate.js'
export { missingColumns, missingIndex, missingIndexes, type MissingIndex } from './missing.js'
export type { Statement } from './statement-builder.js'
export type { InsertStatement } from './insert.js'
export { objectName, requirePrefix, tableNames, type Naming, type ObjectKind } from './names.js'
export type { DecodeRows } from './rows.js'
export type { DecodeGroupCounts } from './count-by.js'
