import { connect, createServer, type AddressInfo } from 'node:net'

export interface RoundTrips {
  /** The same database, by a way on which trips are counted. */
  readonly url: string
  /** How many trips `task` and what it leaves behind make: how often something is sent after something has been answered. */
  count(task: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/**
 * For how long nothing must happen until everything has happened, in milliseconds. Longer than a store waits from one notification
 * of other processes to the next: one that is left over from before would be counted, or keep the next from going with a COMMIT.
 */
const quiet = 150
/** Polling interval in milliseconds. */
const lookAgain = 30

/** A proxy between a program and a database that counts how often the program has to wait. */
export async function countRoundTrips(url: string): Promise<RoundTrips> {
  const target = new URL(url)
  let trips = 0
  let lastChange = 0
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    let isAnswered = true
    client.on('data', (sent) => {
      if (isAnswered) trips++
      isAnswered = false
      lastChange = Date.now()
      server.write(sent)
    })
    server.on('data', (answered) => {
      isAnswered = true
      lastChange = Date.now()
      client.write(answered)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo

  async function settle(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, lookAgain))
    while (Date.now() - lastChange < quiet)
  }

  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async count(task) {
      await settle()
      const before = trips
      await task()
      await settle()
      return trips - before
    },
    close: async () => void (await new Promise((resolve) => proxy.close(resolve))),
  }
}
