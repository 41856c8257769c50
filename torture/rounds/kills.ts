import { setTimeout as pause } from 'node:timers/promises'
import { serve, type Running } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type DatabaseKind, type Round } from '../round.js'
import { setUpTracker, whileWriting } from '../writes.js'

/** How often servers are killed in a round, and for how long clients write before each time, in milliseconds. */
const kills = 3
const [least, most] = [150, 900]

/** Some servers on one database are killed while clients write, one or all of them at a time, and started again. */
export function killServers(count: number, kind: DatabaseKind): Round {
  return {
    name: `kill -9 of ${count === 1 ? 'the server' : `${count} servers`}, ${kind}`,
    async run({ folder, random, databases }) {
      const db = await databases.fresh(kind, folder)
      const servers = new Map<number, Running>()
      const urls: (string | undefined)[] = []
      const begin = async (n: number) => {
        const server = serve(folder, db)
        servers.set(n, server)
        urls[n] = await server.url()
      }
      const all = Array.from({ length: count }, (_, n) => n)
      // One after the other: to begin at once is another round.
      for (const n of all) await begin(n)
      const ledger = await setUpTracker(urls[0] as string)
      await whileWriting({ ledger, random, urlFor: (client) => urls[client % count] }, async () => {
        for (let n = 0; n < kills; n++) {
          const before = ledger.writes.length
          await pause(between(random, least, most))
          await until(() => ledger.writes.length > before + 5, 'a write')
          const doomed = random.pick([all, [random.pick(all)]])
          for (const victim of doomed) urls[victim] = undefined
          await Promise.all(doomed.map(async (victim) => servers.get(victim)?.end('SIGKILL')))
          await Promise.all(doomed.map(begin))
        }
      })
      for (const server of servers.values()) await server.end(random.pick(['SIGTERM', 'SIGKILL']))
      return examine(folder, db, ledger)
    },
  }
}
