import { setTimeout as pause } from 'node:timers/promises'
import { startPair } from '@trackerkit/test-postgres'
import { ask } from '../api.js'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type Round } from '../round.js'
import { acknowledgedIn, setUpTracker, whileWriting } from '../writes.js'

/**
 * Kills the PostgreSQL that two servers write to and promotes its standby, which the servers find on their
 * own.
 */
export const failover: Round = {
  name: 'kill -9 of PostgreSQL and its standby promoted under two servers',
  async run({ folder, random }) {
    // Acknowledged writes must be on both disks.
    const pair = await startPair({ isDurable: true })
    try {
      const servers = [serve(folder, pair.url), serve(folder, pair.url)]
      const urls = await Promise.all(servers.map((server) => server.url()))
      const ledger = await setUpTracker(urls[0] as string)
      const acknowledged = () => acknowledgedIn(ledger)
      let [killed, promoted, back] = [0, 0, 0]
      await whileWriting({ ledger, random, urlFor: (client) => urls[client % 2] }, async () => {
        await until(() => acknowledged() > 20, 'a write')
        await pause(between(random, 100, 600))
        killed = performance.now()
        await pair.primary.kill()
        await pause(between(random, 0, 1000))
        const before = acknowledged()
        await pair.promote()
        promoted = performance.now()
        await until(() => acknowledged() > before, 'a write after the standby was promoted')
        back = performance.now()
        await until(() => acknowledged() > before + 20, 'more writes')
        for (const url of urls)
          await ask(url, 'POST', `/bug/${ledger.bugs[0]}/comment`, { comment: 'said by each server' })
      })
      for (const server of servers) await server.end('SIGTERM')
      const figures = `no writes for ${Math.round(back - killed)} ms, the last ${Math.round(back - promoted)} of them after the promotion`
      return { ...(await examine(folder, pair.url, ledger)), figures }
    } finally {
      await pair.remove()
    }
  },
}
