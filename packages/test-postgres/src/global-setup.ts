import { startDatabaseServer } from './database-server.js'
import { keepFilesInMemory } from './files-in-memory.js'

/** Called by vitest before all tests; what it returns is called after them. */
export async function setup(): Promise<() => Promise<void>> {
  const removeFiles = keepFilesInMemory()
  const stop = await startDatabaseServer()
  return async () => {
    await stop()
    removeFiles()
  }
}
