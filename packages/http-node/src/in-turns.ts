// Streams of very many small pieces, which must not keep other requests waiting.
import type { IncomingMessage } from 'node:http'

/** A piece costs as much as kilobytes do, however small it is. */
const mostPiecesAtOnce = 1000

/** Pieces of a body that may be of any size, and bytes that all have on average where there are more. */
const [freePieces, leastBytes] = [1000, 4]

/**
 * Returns `turn` after each thousand pieces, and `closed` when there are too many for their bytes. The connection ends at once then:
 * each piece that is kept until a response has been read takes hundreds of bytes.
 */
export function limitPieces(incoming: IncomingMessage): (bytes: number) => 'turn' | 'closed' | undefined {
  let [pieces, bytes] = [0, 0]
  return (more) => {
    bytes += more
    if (++pieces > freePieces && bytes < leastBytes * pieces) {
      // An error without a listener would end the process.
      incoming.on('error', () => undefined).destroy()
      return 'closed'
    }
    return pieces % mostPiecesAtOnce === 0 ? 'turn' : undefined
  }
}

/**
 * Takes the pieces of a stream, and yields after a thousand. Returns a function that ends it.
 * @param onClosed called once there are too many pieces for their bytes: no more are taken
 */
export function takeInTurns(
  incoming: IncomingMessage,
  take: (piece: Buffer) => void,
  onClosed: () => void = () => undefined,
): () => void {
  const limit = limitPieces(incoming)
  const onData = (piece: Buffer) => {
    const due = limit(piece.length)
    if (due === 'closed') {
      stop()
      return onClosed()
    }
    if (due === 'turn') {
      incoming.pause()
      setImmediate(() => incoming.resume())
    }
    take(piece)
  }
  const stop = () => void incoming.off('data', onData)
  incoming.on('data', onData)
  return stop
}
