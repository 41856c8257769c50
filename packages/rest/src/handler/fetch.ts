// The API in terms of the Fetch standard.
import { Buffer } from 'node:buffer'
import { isTrackerError, type Tracker } from '@trackerkit/core'
import { createRest } from './handle.js'
import type { RestOptions } from '../answer/options.js'
import type { RequestContext, Rest, RestResponse } from '../http/messages.js'
import { bodyAlreadyRead, bodyBrokeOff, bodyTooLarge } from '../http/request/body.js'
import { headerOf } from '../http/request/request-limits.js'

/** Answers one request. It never rejects. */
export type RestHandler = (request: Request, context?: RequestContext) => Promise<Response>

/**
 * Makes a handler that answers the REST API, for servers that speak in `Request` and `Response`: Hono, Next.js, Bun, Deno. It finds
 * `/rest` below `basePath`, or below any folder when none is given.
 * @throws invalid_options
 *
 * @example
 * const rest = createRestHandler(tracker)
 * const response = await rest(new Request('https://bugs.example.com/rest/version'))
 */
export function createRestHandler(tracker: Tracker, options: RestOptions = {}): RestHandler {
  return toRestHandler(createRest(tracker, options))
}

/** The API in terms of the Fetch standard, of the one that a server has already: they count wrong credentials together. */
export function toRestHandler(rest: Rest<Request>): RestHandler {
  return async (request, context = {}) => {
    const { pathname, search, host } = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    const plain = {
      method: request.method,
      target: pathname + search,
      headers: { host, ...headers },
      headerCount: Object.keys(headers).length,
      address: context.address,
      body: (limit: number) => readAll(request, headerOf({ headers }, 'content-length'), limit),
      signal: request.signal,
      hasPages: context.hasPages,
    }
    return toResponse(await rest(plain, request, context))
  }
}

/**
 * Reads a body to the limit and no further.
 * @throws WireError when it is too large (413) or breaks off (400), body_already_read when it has been read already
 */
async function readAll({ body, bodyUsed }: Request, announced: string | undefined, limit: number): Promise<Uint8Array> {
  if (Number(announced ?? 0) > limit) throw bodyTooLarge(limit)
  if (body === null) return new Uint8Array()
  if (bodyUsed || body.locked) throw bodyAlreadyRead()
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      // Errors of the server that has made the stream.
      throw isTrackerError(error, 'body_already_read', 'too_busy') ? error : bodyBrokeOff()
    })
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > limit) {
      // The answer does not wait for it.
      reader.cancel().catch(() => undefined)
      throw bodyTooLarge(limit)
    }
    chunks.push(value)
  }
}

function toResponse({ status, headers, body, broken }: RestResponse): Response {
  const all = new Headers()
  for (const [name, values] of Object.entries(headers)) {
    for (const value of typeof values === 'string' ? [values] : values) all.append(name, value)
  }
  // A status such as 304 takes no body, not even an empty one.
  return new Response(body === '' ? null : toBody(body, broken), { status, headers: all })
}

function toBody(
  body: RestResponse['body'],
  broken: AbortSignal | undefined,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : toStream(body, broken)
}

/** One part after the other, each when it is asked for. */
function toStream(parts: AsyncIterable<Uint8Array>, broken: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      start(controller) {
        broken?.addEventListener('abort', () => {
          controller.error(broken.reason)
          // An errored stream does not cancel its source.
          iterator.return?.().catch(() => undefined)
        })
      },
      async pull(controller) {
        const part = await iterator.next()
        if (part.done) controller.close()
        else controller.enqueue(part.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
