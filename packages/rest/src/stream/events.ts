// What is followed, as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html
import { Buffer } from 'node:buffer'
import type { Followed } from '@trackerkit/core/host'
import { answerError } from '../http/errors.js'
import { toJson } from '../http/response/encode.js'

export interface EventOptions {
  /** Milliseconds after which something is sent although there is nothing to tell. */
  readonly heartbeat: number
  /** Milliseconds that a client may leave what it was sent. */
  readonly patience: number
  /** Each of them ends the stream. */
  readonly ends: readonly (AbortSignal | undefined)[]
  /** Is called once, when the stream is over for whatever reason. */
  readonly onEnd: () => void
}

export interface Events {
  readonly body: AsyncIterable<Uint8Array>
  /** Aborts when the client has left what it was sent for too long. */
  readonly broken: AbortSignal
}

/** What browsers wait before they connect again, in milliseconds. */
const retry = 3000

/** What came of asking for the next. */
type Arrived = { readonly result: IteratorResult<Followed, unknown> } | { readonly error: unknown }

/** `begin`: where to go on as long as nothing has come. One event is made at a time, when the one before has been taken. */
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
  // Also when nobody ever reads.
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
      // The client has been told; this is for the log.
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

/** What to send, if anything; whether nothing comes after it; and what went wrong inside. */
interface Made {
  readonly text?: string | undefined
  readonly isLast?: boolean
  readonly fault?: unknown
}

/** Makes the function that waits for the next thing to send. */
function createMaker(inbox: Inbox, begin: Followed, heartbeat: number): () => Promise<Made> {
  let told = begin.next
  let reached = told
  return async () => {
    const due = performance.now() + heartbeat
    for (;;) {
      const arrived = await inbox.next(due - performance.now())
      if (inbox.isClosed()) return { isLast: true }
      if (arrived === undefined) {
        const moved = reached === told ? '' : idOf({ next: reached })
        told = reached
        return { text: `: alive\n\n${moved}` }
      }
      if ('error' in arrived) return { ...errorOf(arrived.error), isLast: true }
      if (arrived.result.done === true) return { isLast: true }
      // When something hidden happened is told by nothing that is sent: it waits for the heartbeat.
      const followed = arrived.result.value
      reached = followed.next
      if (!followed.change) continue
      told = reached
      return { text: eventOf(followed) }
    }
  }
}

function errorOf(error: unknown): Made {
  const { body, fault } = answerError(error, new Map(), false)
  return { text: `event: error\ndata: ${toJson(body)}\n\n`, ...(fault !== undefined && { fault }) }
}

type Inbox = ReturnType<typeof createInbox>

/** What is followed, one at a time, for somebody who waits no longer than they say. */
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
    /** Undefined when nothing has come within so many milliseconds, or since it was closed. */
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
      // What it fails with concerns nobody any more.
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
