import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RestResponse } from '@trackerkit/rest'
import type { Held } from './in-flight.js'
import { leaveAlone } from './untaken.js'

/** In bytes or characters. Longer answers trigger a check of the unread ones. */
const largeAnswer = 262_144

/** Resolves when the response has been passed to the socket, or cannot be. */
export async function send(
  outgoing: ServerResponse,
  { status, headers, body, broken }: RestResponse,
  held?: Pick<Held, 'lookAtAnswers'>,
): Promise<void> {
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  if (outgoing.destroyed) {
    if (!isWhole) await body[Symbol.asyncIterator]().return?.()
    return
  }
  const watchAgain = broken && leaveAlone(outgoing.socket)
  outgoing.writeHead(status, headers as OutgoingHttpHeaders)
  if (isWhole) {
    outgoing.end(body)
    if (body.length > largeAnswer) held?.lookAtAnswers()
  }
  // The client sees the answer break off, whoever ended it.
  else {
    const parts = Readable.from(body, { objectMode: false })
    await pipeline(parts, outgoing, { signal: broken }).catch(() => undefined)
    watchAgain?.()
  }
}
