// Serves until a signal comes.
import { once } from 'node:events'
import { logAll, logFaults, serve, type ServeOptions } from '@trackerkit/http-node'

/** Serves until SIGTERM or SIGINT; `ready` is told the address. A second signal ends the process at once. */
export async function runServer(
  options: ServeOptions & { readonly logsRequests?: boolean | undefined },
  ready: (url: string) => void,
): Promise<void> {
  const signal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const server = await serve({ ...options, log: options.logsRequests ? logAll : logFaults })
  ready(server.url)
  await signal
  await server.stop()
}
