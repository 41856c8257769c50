// The whole API as one function from request to response, for servers of any kind.
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { stage } from '@trackerkit/core/host'
import { version, type Tracker } from '@trackerkit/core'
import { createAnswerer } from '../answer/answer.js'
import { identityFrom } from '../callers/identify.js'
import { logFaults, logServed } from '../observe/log.js'
import { observeRequest } from '../observe/observe.js'
import { checkOptions, type RestOptions } from '../answer/options.js'
import type { Refusal, Rest, RestResponse } from '../http/messages.js'
import { compress } from '../http/response/compress.js'

/**
 * Makes the function that servers call. Its arguments and results are plain values, because creating a `Request` and a
 * `Response` costs about as much as a small response; `createRestHandler` is the same for servers that have them
 * anyway. `onRefused` is called for each request that exceeds a limit.
 * @throws invalid_options
 */
export function createRest<R>(
  tracker: Tracker,
  options: RestOptions<R> = {},
  onRefused?: (why: Refusal) => void,
): Rest<R> {
  checkOptions(options)
  const answer = createAnswerer(tracker, options)
  const { identify, log, observer } = options
  const rest = async (...[request, native, context = {}]: Parameters<Rest<R>>): Promise<RestResponse> => {
    const started = performance.now()
    const id = randomUUID()
    const { observation, end } = observeRequest(id, request, observer, log !== undefined)
    // No closure where nothing identifies callers.
    const askHost =
      identify || context.identity !== undefined ? () => identityFrom(identify, native, context) : undefined
    const answered = await answer(request, askHost, observation)
    const compressed = await compress(request, answered).finally(observation.leave)
    const { status, headers, body, broken, fault, refusal } = compressed
    if (refusal) onRefused?.(refusal)
    const note = (late?: unknown) => {
      const happened = fault ?? late
      const milliseconds = performance.now() - started
      end({ status, milliseconds, isFault: happened !== undefined })
      if (!log && happened === undefined) return
      const served = { id, request, observation, status, milliseconds, fault: happened }
      stage(observation, 'log', logServed, log ?? logFaults, served)
    }
    const isWhole = typeof body === 'string' || body instanceof Uint8Array
    const all = {
      ...headers,
      // The caller may depend on either.
      ...(identify && { Vary: [headers['Vary'], 'Cookie, Authorization'].join(', ') }),
      'X-Request-Id': id,
      'TrackerKit-Version': version,
      ...(status !== 304 && isWhole && { 'Content-Length': String(Buffer.byteLength(body)) }),
    }
    if (isWhole || request.method === 'HEAD') {
      note()
      return { status, headers: all, body: isWhole && request.method !== 'HEAD' ? body : '' }
    }
    return { status, headers: all, body: noted(body, note), broken }
  }
  return Object.assign(rest, { knows: answer.knows })
}

/** Calls `note` once, when the parts end, fail, or are no longer read. */
function noted(parts: AsyncIterable<Uint8Array>, note: (fault?: unknown) => void): AsyncIterable<Uint8Array> {
  const source = parts[Symbol.asyncIterator]()
  let isOver = false
  const end = (fault?: unknown) => {
    if (!isOver) note(fault)
    isOver = true
  }
  // Not a generator: one that is ended before its first part would not run its cleanup.
  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      try {
        const part = await source.next()
        if (part.done) end()
        return part
      } catch (error) {
        end(error)
        throw error
      }
    },
    async return() {
      end()
      await source.return?.()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
