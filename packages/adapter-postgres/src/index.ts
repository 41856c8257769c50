export { beforeRestore } from './before-restore.js'
export { postgresStore } from './postgres-store.js'
export type { PostgresOptions } from './options.js'
export type { PostgresPool } from './pool.js'
