// A reader of the change feed that is killed and started again at any moment, as a program is that keeps what it has dealt with.
import type { Tracker } from '../../src/tracker/tracker.js'
import { at } from '../bugs.js'
import type { createRandom } from '../simulation/moves.js'
import type { ChangeEntry } from '../../src/generated/operations.js'

export interface Reader {
  /** By the part of the login before the @; NULL for the logged-out, undefined for the embedding program. */
  readonly name: string | null | undefined
  /** What has been dealt with, and up to where: kept together, as in one transaction of a database. */
  readonly kept: ChangeEntry[]
  since: string
  kills: number
}

export function createReader(name: Reader['name'], since: string): Reader {
  return { name, kept: [], since, kills: 0 }
}

type Random = ReturnType<typeof createRandom>

/** Lives for a while: some pages, of which the last may be lost with the process that has read it. Whether there was nothing left. */
export async function live(tracker: Tracker, reader: Reader, random: Random): Promise<boolean> {
  const { name } = reader
  const as = name === undefined ? tracker.asSystem() : tracker.as(name === null ? null : { login: at(name) })
  for (let page = random.upTo(4); page >= 0; page--) {
    const { changes, next, more } = await as.changes.get({ since: reader.since, limit: 1 + random.upTo(20) })
    if (page === 0 && random.upTo(2) === 0) break
    reader.kept.push(...changes)
    reader.since = next
    if (!more) return true
  }
  reader.kills++
  return false
}
