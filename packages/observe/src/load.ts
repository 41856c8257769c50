// Requests in progress in the servers of this process.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ServerLoad } from '@trackerkit/rest'

/** Adds metrics of servers, which are passed to the returned function. */
export function addLoad(registry: Registry): (read: () => ServerLoad) => void {
  const servers: (() => ServerLoad)[] = []
  const sum = (of: (load: ServerLoad) => number) => servers.reduce((total, read) => total + of(read()), 0)
  const bytes: Gauge = new Gauge({
    name: 'trackerkit_in_flight_bytes',
    help: 'Bytes of request bodies in memory, and of answers that clients have yet to take.',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      bytes.set(
        { of: 'bodies' },
        sum(({ bodyBytes }) => bodyBytes),
      )
      bytes.set(
        { of: 'answers' },
        sum(({ answerBytes }) => answerBytes),
      )
    },
  })
  const connections: Gauge = new Gauge({
    name: 'trackerkit_in_flight_connections',
    help: 'Connections that are open.',
    registers: [registry],
    collect: () => connections.set(sum((load) => load.connections)),
  })
  const refused: Counter = new Counter({
    name: 'trackerkit_refused_total',
    help: 'Requests and connections that were refused or closed, by what there was too much of: bodies, answers, connections, logins, streams and others.',
    labelNames: ['why'],
    registers: [registry],
    collect() {
      refused.reset()
      for (const read of servers) for (const [why, count] of read().refused) refused.inc({ why }, count)
    },
  })
  return (read) => void servers.push(read)
}
