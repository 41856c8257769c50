export { sqliteStore, type SqliteOptions } from './sqlite-store.js'
