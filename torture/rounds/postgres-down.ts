import { setTimeout as pause } from 'node:timers/promises'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type Round } from '../round.js'
import { acknowledgedIn, setUpTracker, whileWriting } from '../writes.js'

const kills = 2

/** PostgreSQL is killed while clients write, and restarted; the servers recover without help. */
export const killPostgres: Round = {
  name: 'kill -9 of PostgreSQL under two servers',
  async run({ folder, random, databases }) {
    const db = await databases.fresh('PostgreSQL', folder)
    const postgres = await databases.postgres()
    const servers = [serve(folder, db), serve(folder, db)]
    const urls = await Promise.all(servers.map((server) => server.url()))
    const ledger = await setUpTracker(urls[0] as string)
    const acknowledged = () => acknowledgedIn(ledger)
    await whileWriting({ ledger, random, urlFor: (client) => urls[client % 2] }, async () => {
      for (let n = 0; n < kills; n++) {
        const before = acknowledged()
        await until(() => acknowledged() > before + 5, 'a write')
        await pause(between(random, 100, 600))
        await postgres.kill()
        await pause(between(random, 0, 500))
        await postgres.start()
      }
      const before = acknowledged()
      await until(() => acknowledged() > before + 5, 'a write after PostgreSQL was back')
    })
    for (const server of servers) await server.end('SIGTERM')
    return examine(folder, db, ledger)
  },
}
