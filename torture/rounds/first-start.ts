import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { until, type DatabaseKind, type Round, type Setting } from '../round.js'
import { setUpTracker, write } from '../writes.js'

const kills = 4
const written = 12

/** The very first start is killed, again and again; the next one serves a tracker that the given key opens. */
export function killFirstStart(kind: DatabaseKind): Round {
  return {
    name: `kill -9 within the first start, ${kind}`,
    async run({ folder, random, databases }) {
      const usual = await timeOfStart(kind, folder, databases)
      const db = await databases.fresh(kind, folder)
      for (let n = 0; n < kills; n++) {
        const server = serve(folder, db)
        await begun(kind, folder, db)
        await pause(random.upTo(usual))
        await server.end('SIGKILL')
      }
      const server = serve(folder, db)
      const url = await server.url()
      const ledger = await setUpTracker(url)
      for (let n = 0; n < written; n++) await write(url, ledger, random)
      await server.end('SIGTERM')
      return examine(folder, db, ledger)
    },
  }
}

/** The tracker begins to be made when the file appears: what comes before that is of no interest. A database shows nothing of it. */
async function begun(kind: DatabaseKind, folder: string, db: string): Promise<void> {
  if (kind === 'SQLite') await until(() => existsSync(join(folder, db)), 'a file')
}

/** Milliseconds that a start takes from there on. */
async function timeOfStart(kind: DatabaseKind, folder: string, databases: Setting['databases']): Promise<number> {
  const db = await databases.fresh(kind, folder)
  const server = serve(folder, db)
  await begun(kind, folder, db)
  const from = Date.now()
  await server.url()
  await server.end('SIGKILL')
  return Date.now() - from
}
