import { once } from 'node:events'
import type { AnyServer } from './close.js'

/** Resolves when the server listens. A failure leaves no listener behind. */
export async function listen(server: AnyServer, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}
