// A real PostgreSQL for tests: one server for each run, started when the first test wants it. `TRACKERKIT_TEST_POSTGRES`, the URL
// of a user who may create databases, has another server used.
export { cpuOf } from './cpu.js'
export { freshDatabase, type TestDatabase } from './databases.js'
export { reusedDatabase, type ReusedDatabase } from './reused.js'
export { countRoundTrips, type RoundTrips } from './round-trips.js'
export { startServer, type PostgresServer } from './server.js'
export { startPair, type PostgresPair } from './pair.js'
