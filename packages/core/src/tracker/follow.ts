// Following the change feed in this process.
import { tokenHashesOf, type Credential, type Identity, type ProvenCredential } from '../auth/identity.js'
import type { StaleCredential } from '../auth/last-use.js'
import type { RunnableOperation } from '../call/define/operation.js'
import { createOwnErrors } from '../call/store-errors.js'
import type { TimeBudget } from '../call/time-budget.js'
import { createTurns, type TakeTurn } from '../call/turns.js'
import type { FeedWatch, Wait } from '../feed/watch.js'
import type { ChangeEntry, ChangesGetAnswer, ChangesGetInput } from '@trackerkit/types'
import { isTrackerError } from '../kernel/errors.js'
import type { Reader } from '../schema/index.js'
import { noteUseLater } from './after-commit.js'
import { getChanges } from '../operations/changes/get.js'
import type { TrackerContext } from './context.js'
import { invoke, receive } from './invoke.js'
import { proveOnce } from './prove.js'
import type { RequestDetails, Run } from './request.js'

/** Options of `changes`: the reader, the beginning, and filters. */
export interface FollowOptions extends Pick<ChangesGetInput, 'bug' | 'product' | 'component' | 'type'> {
  /** The reader; NULL for logged-out callers. Absent: the embedding program itself, which sees everything. */
  readonly as?: Identity | readonly Identity[] | null | undefined
  /** The beginning, as changes.get takes it. Absent: now. */
  readonly since?: string | number | undefined
  /** Ends it: a wait throws the reason. */
  readonly signal?: AbortSignal | undefined
}

/** The same for front ends, which may have proven the password before. */
export interface FollowRequest extends Omit<FollowOptions, 'as'> {
  readonly as?: FollowOptions['as'] | ProvenCredential
}

/** One entry, and the position after it. */
export interface Followed {
  readonly change?: ChangeEntry
  readonly next: string
}

const get: RunnableOperation = getChanges

/** Entries of one answer, and of one that is read for all followers at once. */
const [mostAlone, mostTogether] = [1000, 100]

/** A follower further behind reads separately, because the others must not wait for it. */
const mostBehind = 1000

/** The number of the last entry of an answer, from its `next`. */
function numberIn(next: string): number {
  return Number(next.split('.')[1])
}

export function createFollower(context: TrackerContext, run: Run) {
  const { changes: watch, environment } = context
  // A change is passed to all followers at once.
  const takeTurn = createTurns(environment)

  /** Answers as soon as there is something, or when the time that the input waits is over. */
  const getAndWait: Run = async (_get, credential, received, details = {}) => {
    if (!waits(received)) return run(get, credential, received, details)
    const end = environment.stopwatch() + (received.wait ?? 0) * 1000
    const reader = await createReader(context, run, takeTurn, credential, details)
    const { signal, enough } = details
    let answer = await reader.alone(received)
    while (answer.changes.length === 0) {
      const timeout = end - environment.stopwatch()
      const later = timeout > 0 ? await reader.after(answer.next, received, { timeout, signal, enough }) : undefined
      if (!later) break
      answer = later
    }
    return answer
  }

  /** Yields all entries in order, and the position when it has moved without a visible entry. */
  async function* follow(options: FollowRequest, details: RequestDetails): AsyncGenerator<Followed, void, undefined> {
    const { as, since = 'now', signal: _signal, ...filter } = options
    const { signal } = details
    if (watch.isClosed) return
    const reader = await createReader(context, run, takeTurn, as === undefined ? { system: true } : as, details)
    const input = { ...filter, limit: mostAlone }
    let position: string | undefined
    let answer: ChangesGetAnswer | undefined = await reader.alone({ ...input, since })
    while (answer) {
      for (const change of answer.changes) {
        await takeTurn()
        signal?.throwIfAborted()
        yield { change, next: nextAfter(answer.next, change) }
      }
      if (answer.next !== position) yield { next: answer.next }
      position = answer.next
      answer = await reader.after(position, input, { signal })
    }
  }

  return { getAndWait, follow }
}

/** Reads in a transaction that all followers share, as each of them may. */
async function readShared(
  context: TrackerContext,
  tx: Reader,
  budget: TimeBudget,
  credential: ProvenCredential,
  input: unknown,
  details: RequestDetails,
) {
  const { beginCall, checkAnswers } = context
  const staleCredentials: StaleCredential[] = []
  const session = { beginCall, staleCredentials, checkAnswers, own: createOwnErrors() }
  const invocation = { operation: get, credential, origin: details, budget, input: receive(get, input) }
  try {
    const { answer } = await invoke(tx, invocation, session)
    return answer as ChangesGetAnswer
  } finally {
    noteUseLater(context, staleCredentials)
  }
}

/** A caller that reads again and again. */
async function createReader(
  context: TrackerContext,
  run: Run,
  takeTurn: TakeTurn,
  given: Credential | ProvenCredential,
  details: RequestDetails,
) {
  const { changes: watch } = context
  const credential = await proveOnce(context, get, given, details)
  const tokenHashes = tokenHashesOf(credential)
  const alone = async (input: ChangesGetInput) => {
    await takeTurn()
    return (await run(get, credential, input, details)) as ChangesGetAnswer
  }
  return {
    alone,
    /** Returns entries after `since` as soon as there are any; undefined when the wait is over. */
    async after(since: string, input: ChangesGetInput, wait: Wait): Promise<ChangesGetAnswer | undefined> {
      if (watch.head - numberIn(since) > mostBehind) return alone({ ...input, since })
      const limit = Math.min(input.limit ?? mostTogether, mostTogether)
      const read = (tx: Reader, budget: TimeBudget) =>
        readShared(context, tx, budget, credential, { ...input, since, limit }, details)
      const result = await watch.next(numberIn(since), { read, tokenHashes }, wait)
      if (result === 'over') return undefined
      await takeTurn()
      return result ? result.answer : alone({ ...input, since })
    },
  }
}

function waits(input: unknown): input is ChangesGetInput {
  return typeof input === 'object' && input !== null && 'wait' in input && input.wait !== 0
}

/** Yields only the entries. */
export async function* entriesOf(
  source: AsyncGenerator<Followed, void, undefined>,
): AsyncGenerator<ChangeEntry, void, undefined> {
  for await (const { change } of source) if (change) yield change
}

function nextAfter(next: string, { seq }: ChangeEntry): string {
  return `${next.split('.')[0]}.${seq}`
}

/** The iterator of programs. Ending it ends its wait at once, and so does closing the tracker. */
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
