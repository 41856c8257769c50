import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Length and SHA-256 of a file, by which damage to it is noticed. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

export async function digestOf(file: string): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async function (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}
