export type { SqliteOptions } from './options.js'
export { sqliteStore } from './sqlite-store.js'
