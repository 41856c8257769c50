export { postgresStore } from './postgres-store.js'
export type { PostgresOptions } from './options.js'
