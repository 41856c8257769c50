// Unread answers: each is held in memory until its connection is closed.
import type { Socket } from 'node:net'

/** In milliseconds. */
const patience = 30_000

/** The progress of a client in reading its response. */
interface Taking {
  /** Bytes of finished writes, and the remaining bytes of the current one. */
  done: number
  remaining: number
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

/** Connections that are not checked: their answers have no end, and their writers wait for clients themselves. */
const unhurried = new WeakSet<Socket>()

/** Excludes a connection from the checks, until the returned function is called. */
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

function follow(earlier: Taking | undefined, socket: Socket, now: number): Taking {
  const done = socket.bytesWritten - socket.writableLength
  const remaining = remainingBytes(socket)
  if (!earlier) return { done, remaining, movedAt: now, since: now }
  // The remaining bytes grow when more is written: that is no progress of the client.
  if (done !== earlier.done || remaining < earlier.remaining) earlier.movedAt = now
  earlier.done = done
  earlier.remaining = remaining
  return earlier
}

/** Bytes of the current write that the system has not taken yet, as node:net counts them for its own timeouts. */
function remainingBytes(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}
