// Closes a server: idle connections at once, busy ones when answered.
import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/** With TLS or without. */
export type AnyServer = Server | SecureServer

export interface Connections {
  /** Connections that carry requests. */
  readonly open: ReadonlySet<Socket>
  /** The TCP connections. With TLS, these are other sockets, some of them still in the handshake. */
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
  // For node:http, a connection without a byte is busy.
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
