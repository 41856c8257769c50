// Following the change feed in this process.
import { tokenHashesOf, type Credential, type Identity, type ProvenCredential } from '../auth/identity.js'
import type { TimeBudget } from '../call/time-budget.js'
import type { FeedWatch, Wait } from '../feed/watch.js'
import type { ChangeEntry, ChangesGetAnswer, ChangesGetInput } from '../generated/operations.js'
import type { Environment } from '../kernel/environment.js'
import { isTrackerError } from '../kernel/errors.js'
import type { Reader } from '../schema/index.js'
import { operations } from './operations.js'
import type { AnyOperation } from '../call/define/operation.js'
import type { ReadIn } from './read-in.js'
import type { ProveOnce, RequestDetails, Run } from './runner.js'

/** Whose eyes to look through, where to begin, and what to leave out. */
export interface FollowOptions extends Pick<ChangesGetInput, 'bug' | 'product' | 'component' | 'type'> {
  /** Who looks; NULL for the logged-out. Absent: the embedding program itself, which sees everything. */
  readonly as?: Identity | readonly Identity[] | null | undefined
  /** Where to begin, as changes.get takes it. Absent: with what comes from now on. */
  readonly since?: string | number | undefined
  /** Ends it: what waits throws the reason. */
  readonly signal?: AbortSignal | undefined
}

/** The same for those who know a request, whose passwords may have been proven before. */
export interface FollowRequest extends Omit<FollowOptions, 'as'> {
  readonly as?: FollowOptions['as'] | ProvenCredential
}

/** What is told of one entry, and where to go on after it. */
export interface Followed {
  readonly change?: ChangeEntry
  readonly next: string
}

interface Parts {
  readonly run: Run
  readonly proveOnce: ProveOnce
  readonly readIn: ReadIn
  readonly watch: FeedWatch
  readonly environment: Environment
}

const get = operations.changes.get as AnyOperation

/** As many as one answer may have; and what is read for all followers at once. */
const [mostAlone, mostTogether] = [1000, 100]

/** Who is further behind than that reads alone until that is made up for: nobody waits for them. */
const mostBehind = 1000

/** How many entries the last answer has come to, as `next` says it. */
function numberIn(next: string): number {
  return Number(next.split('.')[1])
}

export function createFollower({ run, proveOnce, readIn, watch, environment }: Parts) {
  /** One who asks again and again, for as long as they do. */
  async function createAsker(given: Credential | ProvenCredential, details: RequestDetails) {
    const credential = await proveOnce(get, given, details)
    const tokenHashes = tokenHashesOf(credential)
    const alone = async (input: ChangesGetInput) => (await run(get, credential, input, details)) as ChangesGetAnswer
    return {
      alone,
      /** What comes after `since`, as soon as there is something; undefined when the wait is over. */
      async after(since: string, input: ChangesGetInput, wait: Wait): Promise<ChangesGetAnswer | undefined> {
        if (watch.head - numberIn(since) > mostBehind) return alone({ ...input, since })
        const most = Math.min(input.limit ?? mostTogether, mostTogether)
        const asked = { operation: get, credential, input: { ...input, since, limit: most }, details }
        const ask = { read: (tx: Reader, timeBudget: TimeBudget) => readIn(tx, timeBudget, asked), tokenHashes }
        const told = await watch.next(numberIn(since), ask, wait)
        if (told === 'over') return undefined
        return told ? (told.answer as ChangesGetAnswer) : alone({ ...input, since })
      },
    }
  }

  /** Answers at once when there is something, else when there is, or when the time is over. */
  async function getAndWait(
    credential: Credential | ProvenCredential,
    input: ChangesGetInput,
    details: RequestDetails,
  ): Promise<unknown> {
    const end = environment.stopwatch() + (input.wait ?? 0) * 1000
    const asker = await createAsker(credential, details)
    const { signal, enough } = details
    let answer = await asker.alone(input)
    while (answer.changes.length === 0) {
      const timeout = end - environment.stopwatch()
      const later = timeout > 0 ? await asker.after(answer.next, input, { timeout, signal, enough }) : undefined
      if (!later) break
      answer = later
    }
    return answer
  }

  /** Where it begins, everything from there on, in order, and where to go on when that has moved without anything to tell. */
  async function* follow(options: FollowRequest, details: RequestDetails): AsyncGenerator<Followed, void, undefined> {
    const { as, since = 'now', signal: _signal, ...filter } = options
    const { signal } = details
    if (watch.isClosed) return
    const asker = await createAsker(as === undefined ? { system: true } : as, details)
    const input = { ...filter, limit: mostAlone }
    let position: string | undefined
    let answer: ChangesGetAnswer | undefined = await asker.alone({ ...input, since })
    while (answer) {
      for (const change of answer.changes) {
        signal?.throwIfAborted()
        yield { change, next: nextAfter(answer.next, change) }
      }
      if (answer.next !== position) yield { next: answer.next }
      position = answer.next
      answer = await asker.after(position, input, { signal })
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
