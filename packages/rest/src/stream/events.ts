// The change feed as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import { Buffer } from 'node:buffer'
import type { Followed } from '@trackerkit/core/host'
import { answerError } from '../http/errors.js'
import { toJson } from '../http/response/encode.js'

export interface EventOptions {
  /** Milliseconds without an event after which a comment is sent. */
  readonly heartbeat: number
  /** Milliseconds for which a client may leave data unread. */
  readonly patience: number
  /** Each of them ends the stream. */
  readonly ends: readonly (AbortSignal | undefined)[]
  /** Is called once, when the stream is over for whatever reason. */
  readonly onEnd: () => void
}

export interface Events {
  readonly body: AsyncIterable<Uint8Array>
  /** Aborts when the client has left data unread for too long. */
  readonly broken: AbortSignal
}

/** Milliseconds that browsers wait before they reconnect. */
const retry = 3000

type Arrived = { readonly result: IteratorResult<Followed, unknown> } | { readonly error: unknown }

/** `begin`: the position to resume from before the first event. Each event is made when the one before has been read. */
export function writeEvents(source: AsyncIterator<Followed>, begin: Followed, options: EventOptions): Events {
  const broken = new AbortController()
  const inbox = createInbox(source)
  const make = createMaker(inbox, begin, options.heartbeat)
  let queue = [`retry: ${retry}\n\n`, begin.change ? eventOf(begin) : idOf(begin)]
  let last: Made | undefined

  function end(): void {
    if (inbox.isClosed()) return
    inbox.close()
    clearTimeout(patience)
    for (const signal of options.ends) signal?.removeEventListener('abort', end)
    options.onEnd()
  }
  function giveUp(): void {
    end()
    broken.abort(new Error('The client does not read.'))
  }
  // Also without any read.
  let patience = setTimeout(giveUp, options.patience).unref()
  for (const signal of options.ends) {
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  }

  const iterator: AsyncIterator<Uint8Array> = {
    async next() {
      clearTimeout(patience)
      const text = inbox.isClosed() ? undefined : queue.shift()
      const made = text === undefined && !inbox.isClosed() ? await make() : { text }
      if (made.isLast) end()
      if ('fault' in made) last = made
      if (made.text !== undefined) {
        if (!inbox.isClosed()) patience = setTimeout(giveUp, options.patience).unref()
        return { done: false, value: Buffer.from(made.text) }
      }
      // The client has received the error; this is for the log.
      if (last) throw last.fault
      return { done: true, value: undefined }
    },
    async return() {
      queue = []
      end()
      return { done: true, value: undefined }
    },
  }
  return { body: { [Symbol.asyncIterator]: () => iterator }, broken: broken.signal }
}

/** The next text, if any; `fault` is the internal error. */
interface Made {
  readonly text?: string | undefined
  readonly isLast?: boolean
  readonly fault?: unknown
}

/** Makes the function that waits for the next thing to send. */
function createMaker(inbox: Inbox, begin: Followed, heartbeat: number): () => Promise<Made> {
  let sent = begin.next
  let reached = sent
  return async () => {
    const due = performance.now() + heartbeat
    for (;;) {
      const arrived = await inbox.next(due - performance.now())
      if (inbox.isClosed()) return { isLast: true }
      if (arrived === undefined) {
        const moved = reached === sent ? '' : idOf({ next: reached })
        sent = reached
        return { text: `: alive\n\n${moved}` }
      }
      if ('error' in arrived) return { ...errorOf(arrived.error), isLast: true }
      if (arrived.result.done === true) return { isLast: true }
      // The time of a hidden change must not show: its position waits for the heartbeat.
      const followed = arrived.result.value
      reached = followed.next
      if (!followed.change) continue
      sent = reached
      return { text: eventOf(followed) }
    }
  }
}

function errorOf(error: unknown): Made {
  const { body, fault } = answerError(error, new Map(), false)
  return { text: `event: error\ndata: ${toJson(body)}\n\n`, ...(fault !== undefined && { fault }) }
}

type Inbox = ReturnType<typeof createInbox>

/** The next item of a source, with a timeout. */
function createInbox(source: AsyncIterator<Followed>) {
  let arrived: Arrived | undefined
  let isAsked = false
  let isClosed = false
  let wake = () => {}
  const arrive = (what: Arrived) => {
    isAsked = false
    arrived = what
    wake()
  }
  return {
    isClosed: () => isClosed,
    /** Undefined after the timeout, or once it is closed. */
    async next(milliseconds: number): Promise<Arrived | undefined> {
      if (arrived === undefined && !isAsked) {
        isAsked = true
        source.next().then(
          (result) => arrive({ result }),
          (error: unknown) => arrive({ error }),
        )
      }
      if (arrived === undefined && !isClosed && milliseconds > 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds).unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      const taken = arrived
      arrived = undefined
      return taken
    },
    close(): void {
      isClosed = true
      wake()
      // Its error no longer matters.
      source.return?.().catch(() => undefined)
    },
  }
}

function idOf({ next }: Pick<Followed, 'next'>): string {
  return `id: ${next}\n\n`
}

function eventOf({ next, change }: Followed): string {
  return `id: ${next}\nevent: ${change?.type ?? ''}\ndata: ${toJson(change)}\n\n`
}
