// Bytes that arrive in pieces, in one buffer that grows: a Buffer for each piece would take hundreds of bytes beside its own.

export interface Collected {
  add(piece: Buffer): void
  /** All bytes so far. */
  bytes(): Buffer
}

export function collect(): Collected {
  // A body that arrives in one piece is not copied.
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  return {
    add(piece) {
      if (size === 0) buffer = piece
      else {
        if (size + piece.length > buffer.length) {
          const larger = Buffer.allocUnsafe(Math.max(2 * size, size + piece.length))
          buffer.copy(larger, 0, 0, size)
          buffer = larger
        }
        piece.copy(buffer, size)
      }
      size += piece.length
    },
    bytes: () => buffer.subarray(0, size),
  }
}
