// How a server ends: who is idle goes at once, who is busy when answered.
import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** With TLS or without. */
export type AnyServer = Server | SecureServer

/** The connections of a server, as they come and go. */
export interface Connections {
  /** Those on which requests come. */
  readonly open: ReadonlySet<Socket>
  /** Those below them: others than these with TLS, where some have not come to an understanding yet. */
  readonly raw: ReadonlySet<Socket>
}

export function connectionsOf(server: AnyServer): Connections {
  const raw = keep(server, 'connection')
  return { raw, open: 'setSecureContext' in server ? keep(server, 'secureConnection') : raw }
}

function keep(server: AnyServer, event: 'connection' | 'secureConnection'): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on(event, (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/** Idle connections go at once, busy ones once they have been answered, all of them at the end of the grace. */
export async function closeServer(server: AnyServer, { open, raw }: Connections, graceSeconds: number): Promise<void> {
  // For node:http, who has not said anything yet is busy.
  for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => {
    server.closeAllConnections()
    for (const socket of raw) socket.destroy()
  }, graceSeconds * 1000)
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearInterval(idle)
  clearTimeout(late)
}
