export type { SqliteDatabase } from './driver/choose.js'
export { backUpFile } from './backup.js'
export type { SqliteOptions } from './options.js'
export { sqliteStore } from './sqlite-store.js'
