export { postgresStore, type PostgresOptions } from './postgres-store.js'
