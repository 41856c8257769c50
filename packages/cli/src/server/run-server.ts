// Serves until a signal arrives.
import { once } from 'node:events'
import type { Command } from 'commander'
import { serve, type RunningServer, type ServeOptions } from '@trackerkit/http-node'
import { addPageOptions, type PageOptions } from './pages.js'

export interface ServerOptions extends PageOptions {
  readonly db?: string
  readonly host?: string
  readonly port?: string
  readonly log?: boolean
}

export function addServerOptions(command: Command): Command {
  command
    .option('--host <HOST>', 'Address to listen on. Default: 127.0.0.1, this machine only.')
    .option('--port <PORT>', 'Port to listen on; 0 picks a free one. Default: 8080.')
    .option('--log', 'Log each request to stderr as a line of JSON.')
  return addPageOptions(command)
}

/** Resolves at SIGTERM or SIGINT. A second signal ends the process at once. */
export async function signalled(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
}

/** Serves until `ended`, by default a signal. */
export async function runServer(
  options: ServeOptions,
  ready: (server: RunningServer) => void,
  ended: Promise<unknown> = signalled(),
): Promise<void> {
  const server = await serve(options)
  ready(server)
  await ended
  await server.stop()
}
