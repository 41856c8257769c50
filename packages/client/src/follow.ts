// The change feed over server-sent events, with reconnection.
import type { ChangeEntry, ChangesGetInput } from '@trackerkit/types'
import { failureOf } from './answer.js'
import { TrackerError } from './errors.js'
import { timeNames } from './generated/routes.js'
import { receive } from './received.js'
import { sleep } from './retry.js'

/** The start and the filter. */
export interface ChangesOptions extends Pick<ChangesGetInput, 'bug' | 'product' | 'component' | 'type'> {
  /** The start, as in `changes.get`. Default: from now on. */
  readonly since?: string | number | undefined
  /** Ends it: a waiting call throws the reason. */
  readonly signal?: AbortSignal | undefined
}

/** Follows the change feed. */
export type FollowChanges = (options?: ChangesOptions) => AsyncIterableIterator<ChangeEntry>

/** Asks for the stream with this input. */
type Open = (input: object, signal: AbortSignal) => Promise<Response>

/** Milliseconds without a word after which the connection is taken for dead: the server shows signs of life every 20 seconds. */
const silence = 60_000

/** Milliseconds between two connections: the first, and the longest. */
const [firstPause, longestPause] = [1000, 30_000]

/**
 * Follows all changes from the beginning on. When a connection ends, another one continues from there.
 * @throws errors of changes.get, at once and later; the reason of the signal
 */
export function followChanges(open: Open, { since = 'now', signal, ...filter }: ChangesOptions = {}) {
  const ended = new AbortController()
  const own = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  const source = follow(open, { ...filter, since }, own)
  const iterator: AsyncIterableIterator<ChangeEntry> = {
    async next() {
      try {
        return await source.next()
      } catch (error) {
        if (!ended.signal.aborted) throw error
        return { done: true, value: undefined }
      }
    },
    async return() {
      ended.abort()
      await source.return()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

async function* follow(open: Open, input: object, signal: AbortSignal): AsyncGenerator<ChangeEntry, void, undefined> {
  let where = input
  for (let pause = firstPause; ; pause = Math.min(Math.max(pause * 2, firstPause), longestPause)) {
    try {
      for await (const { id, event, data } of events((ending) => open(where, ending), signal)) {
        // The response to the next request decides whether to retry.
        if (event === 'error') break
        if (id !== undefined) where = { ...input, since: id }
        if (data === undefined) continue
        // A connection that was of use is followed by the next one at once.
        pause = 0
        yield JSON.parse(data, revive) as ChangeEntry
      }
    } catch (error) {
      signal.throwIfAborted()
      const { status } = error instanceof TrackerError ? error : { status: undefined }
      if (!(error instanceof TrackerError) || (status !== undefined && status < 500 && status !== 429)) throw error
    }
    await sleep(pause * (0.5 + Math.random() / 2), signal)
  }
}

/** @throws the error that the tracker answers in place of a stream; not_a_tracker */
export async function requireStream(response: Response, input: object): Promise<Response> {
  const { status, headers } = response
  if (status === 200 && headers.get('content-type')?.startsWith('text/event-stream')) return response
  throw failureOf({ operation: 'changes.get', input }, await receive(response))
}

interface Event {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

/** The changes of one connection, until it ends. @throws connection_failed, and errors of the tracker */
async function* events(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
): AsyncGenerator<Event, void, undefined> {
  const ending = new AbortController()
  const abort = () => ending.abort()
  signal.throwIfAborted()
  signal.addEventListener('abort', abort)
  let timer = setTimeout(abort, silence)
  try {
    const { body } = await open(ending.signal)
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    // A custom `fetch` may ignore the signal.
    const cancel = () => void reader.cancel().catch(() => undefined)
    ending.signal.addEventListener('abort', cancel)
    if (ending.signal.aborted) cancel()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(abort, silence)
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield fieldsOf(block)
    }
  } catch (cause) {
    if (cause instanceof TrackerError) throw cause
    throw new TrackerError('connection_failed', 'The connection to the tracker broke off.', { cause })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    abort()
  }
}

function fieldsOf(block: string): Event {
  // Texts may contain characters that end a line for a regular expression but not here.
  const fields = block.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line))
  return Object.fromEntries(fields.flatMap((found) => (found ? [found.slice(1)] : []))) as Event
}

function revive(key: string, value: unknown): unknown {
  return timeNames.has(key) && typeof value === 'string' ? new Date(value) : value
}
