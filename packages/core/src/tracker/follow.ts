// Following the change feed in this process.
import type { Credential, Identity } from '../auth/identity.js'
import type { FeedWatch } from '../feed/watch.js'
import type { ChangeEntry, ChangesGetAnswer, ChangesGetInput } from '../generated/operations.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import { operations } from './operations.js'
import type { AnyOperation } from '../define/operation.js'
import type { RequestDetails, Run } from './runner.js'

/** Whose eyes to look through, where to begin, and what to leave out. */
export interface FollowOptions extends Pick<ChangesGetInput, 'bug' | 'product' | 'component' | 'type'> {
  /** Who looks; NULL for the logged-out. Absent: the embedding program itself, which sees everything. */
  readonly as?: Identity | readonly Identity[] | null | undefined
  /** Where to begin, as changes.get takes it. Absent: with what comes from now on. */
  readonly since?: string | number | undefined
  /** Ends it: what waits throws the reason. */
  readonly signal?: AbortSignal | undefined
}

/** What is told of one entry, and where to go on after it. */
export interface Followed {
  readonly change?: ChangeEntry
  readonly next: string
}

interface Parts {
  readonly run: Run
  readonly watch: FeedWatch
  readonly environment: Environment
}

const get = operations.changes.get as AnyOperation

/** As many as one answer may have. */
const mostAtOnce = 1000

/** How many entries the last answer has come to, as `next` says it. */
function numberIn(next: string): number {
  return Number(next.split('.')[1])
}

export function createFollower({ run, watch, environment }: Parts) {
  /** Answers at once when there is something, else when there is, or when the time is over. */
  async function getAndWait(credential: Credential, input: ChangesGetInput, details: RequestDetails): Promise<unknown> {
    const began = environment.stopwatch()
    let answer = (await run(get, credential, input, details)) as ChangesGetAnswer
    const left = () => (input.wait ?? 0) * 1000 - (environment.stopwatch() - began)
    const { signal, enough } = details
    while (answer.changes.length === 0 && !watch.isClosed && !enough?.aborted && left() > 0) {
      const since = answer.next
      if (!answer.more) await watch.moved(numberIn(since), { timeout: left(), signal, enough })
      if (watch.isClosed || enough?.aborted) return answer
      answer = (await run(get, credential, { ...input, since }, details)) as ChangesGetAnswer
    }
    return answer
  }

  /** Where it begins, everything from there on, in order, and where to go on when that has moved without anything to tell. */
  async function* follow(options: FollowOptions, details: RequestDetails): AsyncGenerator<Followed, void, undefined> {
    const { as, since: begin = 'now', signal: _signal, ...filter } = options
    const credential = as === undefined ? { system: true as const } : as
    const { signal } = details
    let since: string | number | undefined = begin
    let isBegun = false
    while (!watch.isClosed) {
      const input = { ...filter, since, limit: mostAtOnce }
      const answer = (await run(get, credential, input, details)) as ChangesGetAnswer
      for (const change of answer.changes) {
        signal?.throwIfAborted()
        yield { change, next: nextAfter(answer.next, change) }
      }
      if (!isBegun || answer.next !== since) yield { next: answer.next }
      isBegun = true
      since = answer.next
      if (!answer.more) await watch.moved(numberIn(since), { signal })
    }
  }

  return { getAndWait, follow }
}

/** The entries alone. */
export async function* entriesOf(
  source: AsyncGenerator<Followed, void, undefined>,
): AsyncGenerator<ChangeEntry, void, undefined> {
  for await (const { change } of source) if (change) yield change
}

function nextAfter(next: string, { seq }: ChangeEntry): string {
  return `${next.split('.')[0]}.${seq}`
}

/** The iterator that programs see. Ending it lets go of what waits at once; so does the end of the tracker. */
export function iterateChanges<T>(
  watch: FeedWatch,
  signal: AbortSignal | undefined,
  begin: (signal: AbortSignal) => AsyncGenerator<T, void, undefined>,
): AsyncIterableIterator<T> {
  const ended = new AbortController()
  const own = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  const source = begin(own)
  const iterator: AsyncIterableIterator<T> = {
    async next() {
      try {
        return await source.next()
      } catch (error) {
        if (ended.signal.aborted || (watch.isClosed && isTrackerError(error, 'tracker_closed')))
          return { done: true, value: undefined }
        throw error
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
