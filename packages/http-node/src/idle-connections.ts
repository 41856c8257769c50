// Makes room for new connections where there are too many: those that wait for their clients go first.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock } from '@trackerkit/core/host'
import type { AnyServer } from './close.js'

interface Connection {
  readonly block: string
  /** With TLS, the connection above the raw one as soon as there is one. */
  socket: Socket
  /** Requests that have begun and are not answered, the last of them, and when that changed: a number that only grows. */
  requests: number
  last: IncomingMessage | undefined
  changed: number
}

interface ConnectionLimit {
  readonly most: number
  /** A connection without a request under way was closed. */
  readonly onEvicted: () => void
  /** A new connection was closed, because all others are busy. */
  readonly onRefused: () => void
}

/** Connections that wait for their clients, by part of the network. Each set begins with the one that waits longest. */
type Waiting = Map<string, Set<Connection>>

/**
 * Closes a connection for each new one beyond the limit: one without a request, or if there is none, one whose request has yet to
 * arrive. It is of the address that has most of these, and waits longest of its connections. Therefore one address cannot keep others out
 * by connections that it only holds.
 */
export function limitConnections(server: AnyServer, { most, onEvicted, onRefused }: ConnectionLimit): void {
  const all = new Set<Connection>()
  const idle: Waiting = new Map()
  const bySocket = new WeakMap<Socket, Connection>()
  const byPeer = new Map<string, Connection>()
  let changes = 0

  function note(connection: Connection, requests: number): void {
    if (!all.has(connection)) return
    connection.requests = requests
    connection.changed = ++changes
    drop(idle, connection)
    if (requests === 0) put(idle, connection)
  }

  function forget(connection: Connection): void {
    all.delete(connection)
    drop(idle, connection)
  }

  function makeRoom(): boolean {
    const evicted = first(idle) ?? first(arriving(all))
    if (!evicted) return false
    forget(evicted)
    evicted.socket.destroy()
    onEvicted()
    return true
  }

  server.on('connection', (socket: Socket) => {
    if (all.size >= most && !makeRoom()) {
      socket.destroy()
      onRefused()
      return
    }
    const block = addressBlock(socket.remoteAddress ?? '')
    const connection = { block, socket, requests: 0, last: undefined, changed: 0 }
    const peer = peerOf(socket)
    all.add(connection)
    note(connection, 0)
    bySocket.set(socket, connection)
    byPeer.set(peer, connection)
    socket.once('close', () => {
      forget(connection)
      if (byPeer.get(peer) === connection) byPeer.delete(peer)
    })
  })
  server.on('secureConnection', (socket: Socket) => {
    const connection = byPeer.get(peerOf(socket))
    if (!connection) return
    connection.socket = socket
    bySocket.set(socket, connection)
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket)
    if (!connection) return
    connection.last = request
    note(connection, connection.requests + 1)
    response.once('close', () => note(connection, connection.requests - 1))
  })
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}/${remotePort}`
}

function put(waiting: Waiting, connection: Connection): void {
  const others = waiting.get(connection.block)
  if (others) others.add(connection)
  else waiting.set(connection.block, new Set([connection]))
}

function drop(waiting: Waiting, connection: Connection): void {
  const others = waiting.get(connection.block)
  if (others?.delete(connection) && others.size === 0) waiting.delete(connection.block)
}

/** Connections whose client has yet to send the rest of a request. */
function arriving(connections: Iterable<Connection>): Waiting {
  const waiting: Waiting = new Map()
  const ofClients = [...connections].filter(({ last }) => last?.complete === false)
  for (const connection of ofClients.toSorted((a, b) => a.changed - b.changed)) put(waiting, connection)
  return waiting
}

/** The longest waiting connection of the address with the most of them. A tie goes to the address that has waited longest. */
function first(waiting: Waiting): Connection | undefined {
  let [oldest, most]: [Connection | undefined, number] = [undefined, 0]
  for (const connections of waiting.values()) {
    const [longest] = connections
    if (!longest || connections.size < most) continue
    if (!oldest || connections.size > most || longest.changed < oldest.changed) oldest = longest
    most = connections.size
  }
  return oldest
}
