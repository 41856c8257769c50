// `@trackerkit/adapter-postgres/pglite`: a store in PGlite, a PostgreSQL within the process.
export { openPgliteFolder } from './pglite-folder.js'
export { pgliteStore, type PgliteDatabase, type PgliteOptions } from './pglite-store.js'
