// Reads the body of a request, up to a limit.
import type { IncomingMessage } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { readSettings, WireError } from '@trackerkit/rest'

/** Enough for anything but attachments. */
const smallBody = 1_048_576

/** The most bytes that a request may have: what the largest attachment takes as base64, and everything around it. */
export async function bodyLimit(tracker: Tracker, incoming: IncomingMessage): Promise<number> {
  if (Number(incoming.headers['content-length'] ?? Infinity) <= smallBody) return smallBody
  const { maxattachmentsize, maxlocalattachment } = await readSettings(
    tracker,
    'maxattachmentsize',
    'maxlocalattachment',
  )
  const largest = Math.max(Number(maxattachmentsize) * 1024, Number(maxlocalattachment) * 1024 * 1024)
  return smallBody + Math.ceil(largest / 3) * 4
}

/**
 * Reads all of a body. What comes beyond the limit is not kept, and the answer does not wait for it: the rest is thrown away as
 * it arrives, so that a client that is still sending can read the answer.
 * @throws WireError when the body is too large (413) or breaks off (400)
 */
export async function readAll(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const stop = () => {
      incoming.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak)
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        stop()
        incoming.resume()
        reject(tooLarge(limit))
      }
    }
    const onEnd = () => {
      stop()
      resolve(Buffer.concat(chunks))
    }
    const onBreak = () => {
      stop()
      // An error without a listener would end the process.
      incoming.on('error', () => undefined)
      reject(new WireError(400, 'The body of the request broke off.'))
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
  })
}

function tooLarge(limit: number): WireError {
  return new WireError(413, `The body of the request may have at most ${limit} bytes.`)
}
