// A request of node:http as one of the API.
import type { IncomingMessage } from 'node:http'
import { bodyAlreadyRead, bodyBrokeOff, bodyTooLarge, type RestRequest } from '@trackerkit/rest'

/** What frameworks and their parsers leave in a request. */
interface Handled extends IncomingMessage {
  /** The target as it was before the folder was cut off where a handler is mounted. */
  readonly originalUrl?: unknown
  /** The bytes of the body. */
  readonly rawBody?: unknown
  /** What was made of the body: bytes, text, or the object that was JSON. */
  readonly body?: unknown
}

export function toRestRequest(incoming: Handled, address: string | undefined): RestRequest {
  return {
    method: incoming.method ?? 'GET',
    target: typeof incoming.originalUrl === 'string' ? incoming.originalUrl : (incoming.url ?? '/'),
    headers: incoming.headers,
    address,
    body: (limit) => readBody(incoming, limit),
  }
}

/**
 * The body from where it is: whole, where somebody keeps it; in the stream, unless somebody has read that; or what was made of it.
 * @throws WireError when it is too large (413) or breaks off (400), Error when nobody has kept it
 */
async function readBody(incoming: Handled, limit: number): Promise<Uint8Array> {
  const { rawBody, body } = incoming
  if (rawBody instanceof Uint8Array) return requireWithin(limit, rawBody)
  if (!incoming.readableDidRead && !incoming.readableEnded) return readAll(incoming, limit)
  if (body instanceof Uint8Array) return requireWithin(limit, body)
  if (typeof body === 'string') return requireWithin(limit, Buffer.from(body))
  if (!announcesBody(incoming)) return new Uint8Array()
  if (body === undefined) throw bodyAlreadyRead()
  return requireWithin(limit, Buffer.from(JSON.stringify(body)))
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function requireWithin(limit: number, bytes: Uint8Array): Uint8Array {
  if (bytes.length > limit) throw bodyTooLarge(limit)
  return bytes
}

/**
 * Reads all of the stream. What comes beyond the limit is not kept, and the answer does not wait for it: the rest is thrown away as
 * it arrives, so that a client that is still sending can read the answer.
 * @throws WireError when the body is too large (413) or breaks off (400)
 */
async function readAll(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit)
  // Nothing more would be heard of it.
  if (incoming.destroyed) throw bodyBrokeOff()
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
        reject(bodyTooLarge(limit))
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
      reject(bodyBrokeOff())
    }
    incoming.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
  })
}
