// A reader of the change feed that is killed and started again at any moment, as a program is that keeps what it has dealt with.
import type { FollowOptions } from '../../src/tracker/follow.js'
import type { Tracker } from '../../src/tracker/tracker.js'
import { at } from '../bugs.js'
import type { createRandom } from '../simulation/moves.js'
import type { ChangeEntry } from '@trackerkit/types'
import { hostOf } from '../../src/tracker/host.js'

export interface Reader<T = number> {
  /** By the part of the login before the @; NULL for the logged-out, undefined for the embedding program. */
  readonly name: string | null | undefined
  /** Processed entries and the position: stored together, as in one transaction of a database. */
  readonly kept: T[]
  /** The note to store for an entry. */
  readonly noteOf: (change: ChangeEntry) => T
  since: string
  kills: number
  /** Ends it while it follows. */
  stop?: (() => Promise<void>) | undefined
}

export function createReader<T>(name: Reader['name'], noteOf: Reader<T>['noteOf']): Reader<T> {
  return { name, kept: [], noteOf, since: '0', kills: 0 }
}

type Random = ReturnType<typeof createRandom>

/** Reads some pages, of which the last may be lost with the process. Returns whether nothing was left. */
export async function live<T>(tracker: Tracker, reader: Reader<T>, random: Random): Promise<boolean> {
  const { name } = reader
  const as = name === undefined ? tracker.asSystem() : tracker.as(name === null ? null : { login: at(name) })
  for (let page = random.upTo(4); page >= 0; page--) {
    const { changes, next, more } = await as.changes.get({ since: reader.since, limit: 1 + random.upTo(20) })
    if (page === 0 && random.upTo(2) === 0) break
    reader.kept.push(...changes.map(reader.noteOf))
    reader.since = next
    if (!more) return true
  }
  reader.kills++
  return false
}

/** Follows from where it was until it is stopped, together with all others that follow by the same tracker. */
export function follow(tracker: Tracker, reader: Reader): void {
  const { name, since } = reader
  const options: FollowOptions = {
    since,
    ...(name !== undefined && { as: name === null ? null : { login: at(name) } }),
  }
  const changes = hostOf(tracker).followChanges(options)
  const over = (async () => {
    for await (const { change, next } of { [Symbol.asyncIterator]: () => changes }) {
      if (change) reader.kept.push(reader.noteOf(change))
      reader.since = next
    }
  })()
  // The error reaches the caller of `stop`.
  over.catch(() => undefined)
  reader.stop = async () => {
    reader.stop = undefined
    await changes.return?.()
    await over
    reader.kills++
  }
}
