// Streams of very many small pieces, which must not keep other requests waiting.
import type { IncomingMessage } from 'node:http'

/** A piece costs as much as kilobytes do, however small it is. */
export const mostPiecesAtOnce = 1000

/** Takes the pieces of a stream, and yields after `mostPiecesAtOnce`. Returns a function that ends it. */
export function takeInTurns(incoming: IncomingMessage, take: (piece: Buffer) => void): () => void {
  let pieces = 0
  const onData = (piece: Buffer) => {
    if (++pieces % mostPiecesAtOnce === 0) {
      incoming.pause()
      setImmediate(() => incoming.resume())
    }
    take(piece)
  }
  incoming.on('data', onData)
  return () => incoming.off('data', onData)
}
