import { startDatabaseServer } from './database-server.js'

/** Called by vitest before all tests; what it returns is called after them. */
export async function setup(): Promise<() => Promise<void>> {
  return startDatabaseServer()
}
