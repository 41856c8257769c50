import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type DatabaseKind, type Round } from '../round.js'
import { ageTracker } from '../old-tracker.js'
import { setUpTracker, write } from '../writes.js'

const kills = 3
const written = 12

/** Kills servers while they migrate an older tracker; the last start may finish. */
export function killMigrations(kind: DatabaseKind): Round {
  return {
    name: `kill -9 within migrations, ${kind}`,
    async run({ folder, random, databases }) {
      const [recent, db] = [await databases.fresh(kind, folder), await databases.fresh(kind, folder)]
      const measured = Date.now()
      const first = serve(folder, recent)
      const url = await first.url()
      const usual = Date.now() - measured
      const ledger = await setUpTracker(url)
      for (let n = 0; n < written; n++) await write(url, ledger, random)
      await first.end('SIGTERM')
      await ageTracker(folder, recent, db)
      for (let n = 0; n < kills; n++) {
        const server = serve(folder, db)
        if (kind === 'SQLite') {
          await until(() => existsSync(join(folder, `${db}-wal`)), 'an opened file')
          await pause(random.upTo(60))
        } else {
          await pause(between(random, usual / 3, usual))
        }
        await server.end('SIGKILL')
      }
      return examine(folder, db, ledger)
    },
  }
}
