import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Body } from '../api.js'
import { serve } from '../command.js'
import { examine } from '../examine.js'
import { between, until, type DatabaseKind, type Round } from '../round.js'
import { setUpTracker, whileWriting } from '../writes.js'

/** In milliseconds. */
const [farthest, jump] = [600_000, 120_000]
const written = 60

/** Two servers whose clocks differ and jump; a client requests changes since its last request. */
export function differingClocks(kind: DatabaseKind): Round {
  return {
    name: `clocks that differ and jump, ${kind}`,
    async run({ folder, random, databases }) {
      const db = await databases.fresh(kind, folder)
      const clocks = [
        { offset: -between(random, 0, farthest), jump },
        { offset: between(random, 0, farthest), jump },
      ]
      const servers = clocks.map((clock) => serve(folder, db, clock))
      const urls = await Promise.all(servers.map((server) => server.url()))
      const ledger = await setUpTracker(urls[0] as string)
      const poll = createPoll(urls, ledger.bugs[0] as number)
      await whileWriting({ ledger, random, urlFor: (client) => urls[client % 2] }, async () => {
        while (ledger.writes.length < written) {
          await poll.ask()
          await pause(20)
        }
        await until(() => ledger.writes.length >= written, 'so many writes')
      })
      await poll.ask()
      const missed = await poll.missed()
      for (const server of servers) await server.end('SIGTERM')
      const findings = await examine(folder, db, ledger)
      return { ...findings, wrong: [...findings.wrong, ...missed] }
    },
  }
}

interface Comment {
  readonly id: number
  readonly creation_time: string
}

/** Asks the servers in turn for the comments of a bug since the last one that was seen. */
function createPoll(urls: readonly string[], bug: number) {
  const seen = new Set<number>()
  let last: string | undefined
  let turn = 0

  async function comments(query: string): Promise<readonly Comment[]> {
    const { bugs } = await ask(urls[turn++ % urls.length] as string, 'GET', `/bug/${bug}/comment${query}`)
    return ((bugs as Record<string, Body>)[bug]?.['comments'] ?? []) as readonly Comment[]
  }

  return {
    async ask(): Promise<void> {
      for (const { id, creation_time } of await comments(last === undefined ? '' : `?new_since=${last}`)) {
        seen.add(id)
        last = creation_time
      }
    },
    async missed(): Promise<string[]> {
      const all = await comments('')
      const unseen = all.filter(({ id }) => !seen.has(id))
      const times = all.map((comment) => comment.creation_time)
      return [
        ...(unseen.length > 0
          ? [`who asks for what is new has missed ${unseen.length} of ${all.length} comments`]
          : []),
        ...(times.join() === times.toSorted().join() ? [] : ['comments are not in the order of their times']),
      ]
    },
  }
}
