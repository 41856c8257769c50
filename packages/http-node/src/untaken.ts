// Answers that clients do not take: each is held in memory until its connection is closed.
import type { Socket } from 'node:net'

/** In milliseconds. */
const patience = 30_000

/** How much of what was written a client has taken. */
interface Taking {
  /** Bytes of writes that are done, and bytes that are left of the one at hand. */
  done: number
  left: number
  /** When that changed last. */
  movedAt: number
  /** When something began to wait for the client. */
  readonly since: number
}

interface UntakenOptions {
  readonly now: () => number
  /** In bytes, for all connections together. */
  readonly maxAnswerMemory: number
  readonly onClosed: () => void
}

/** Connections that are left alone: their answers have no end, and whoever writes them waits for clients in a way of their own. */
const unhurried = new WeakSet<Socket>()

/** Leaves a connection to its writer, until the returned function is called. */
export function leaveAlone(socket: Socket | null): () => void {
  if (socket) unhurried.add(socket)
  return () => void (socket && unhurried.delete(socket))
}

export interface Untaken {
  /** Closes connections whose clients take nothing, and those that have stalled longest while all hold too much. */
  look(sockets: Iterable<Socket>): void
}

export function createUntaken({ now, maxAnswerMemory, onClosed }: UntakenOptions): Untaken {
  const takings = new Map<Socket, Taking>()

  function close(socket: Socket): void {
    takings.delete(socket)
    onClosed()
    socket.destroy()
  }

  function closeLongest(): void {
    let held = bytesFor(takings.keys())
    if (held <= maxAnswerMemory) return
    const longest = [...takings].toSorted(([, a], [, b]) => a.movedAt - b.movedAt || a.since - b.since)
    for (const [socket] of longest) {
      if (held <= maxAnswerMemory) return
      held -= socket.writableLength
      close(socket)
    }
  }

  return {
    look(sockets) {
      for (const socket of takings.keys()) if (isTaken(socket)) takings.delete(socket)
      for (const socket of sockets) {
        if (isTaken(socket) || unhurried.has(socket)) continue
        const taking = follow(takings.get(socket), socket, now())
        if (now() - taking.movedAt >= patience) close(socket)
        else takings.set(socket, taking)
      }
      closeLongest()
    },
  }
}

/** Bytes that wait for the clients of these connections. */
export function bytesFor(sockets: Iterable<Socket>): number {
  let bytes = 0
  for (const socket of sockets) bytes += socket.writableLength
  return bytes
}

function isTaken(socket: Socket): boolean {
  return socket.destroyed || socket.writableLength === 0
}

function follow(known: Taking | undefined, socket: Socket, now: number): Taking {
  const done = socket.bytesWritten - socket.writableLength
  const left = leftToWrite(socket)
  if (!known) return { done, left, movedAt: now, since: now }
  // What is left grows when more is written: that is no progress of the client.
  if (done !== known.done || left < known.left) known.movedAt = now
  known.done = done
  known.left = left
  return known
}

/** Bytes that the system has yet to take of the write at hand, as node:net looks at it for its own time-outs. */
function leftToWrite(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
