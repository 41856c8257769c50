// A request of node:http as one of the API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyBrokeOff, bodyTooLarge, headerOf, type RestRequest } from '@trackerkit/rest'
import { keptBody, targetOf } from './handled.js'

export function toRestRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | undefined,
): RestRequest {
  let signal: AbortSignal | undefined
  return {
    method: incoming.method ?? 'GET',
    target: targetOf(incoming),
    headers: incoming.headers,
    headerCount: incoming.rawHeaders.length / 2,
    address,
    body: (limit) => readBody(incoming, limit),
    get signal() {
      return (signal ??= signalOf(outgoing))
    },
  }
}

/** Aborts when the client has gone. Few requests ask for it. */
export function signalOf(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (outgoing.destroyed) gone.abort()
  else outgoing.once('close', () => gone.abort())
  return gone.signal
}

/** @throws WireError when the body is too large (413) or breaks off (400), body_already_read when nobody has kept it */
async function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const kept = keptBody(incoming)
  if (!kept) return readAll(incoming, limit)
  if (kept.length > limit) throw bodyTooLarge(limit)
  return kept
}

/**
 * Reads all of the stream. What comes beyond the limit is not kept, and the answer does not wait for it: the rest is thrown away as
 * it arrives, so that a client that is still sending can read the answer.
 * @throws WireError when the body is too large (413) or breaks off (400)
 */
async function readAll(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(headerOf(incoming, 'content-length') ?? 0) > limit) throw bodyTooLarge(limit)
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
