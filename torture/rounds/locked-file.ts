import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type Round } from '../round.js'
import { acknowledgedIn, setUpTracker, whileWriting } from '../writes.js'

/** Another program holds the file for some seconds: what it kept from being written was not acknowledged. */
export const lockedFile: Round = {
  name: 'the file locked by another process, SQLite',
  async run({ folder, random, databases }) {
    const db = await databases.fresh('SQLite', folder)
    const server = serve(folder, db)
    const url = await server.url()
    const ledger = await setUpTracker(url)
    const acknowledged = () => acknowledgedIn(ledger)
    const other = new Database(join(folder, db))
    await whileWriting({ ledger, random, urlFor: () => url }, async () => {
      for (const length of [between(random, 50, 800), between(random, 3_000, 6_000)]) {
        const before = acknowledged()
        await until(() => acknowledged() > before + 5, 'a write')
        other.pragma('busy_timeout = 10000')
        other.exec('BEGIN IMMEDIATE')
        await pause(length)
        other.exec('ROLLBACK')
      }
      const before = acknowledged()
      await until(() => acknowledged() > before + 5, 'a write after the lock')
    })
    other.close()
    await server.end('SIGTERM')
    return examine(folder, db, ledger)
  },
}
