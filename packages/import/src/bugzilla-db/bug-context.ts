// The context for making records of bugs.
import { fold } from '@trackerkit/core/store'
import type { Reading } from './context.js'
import type { People } from './people.js'
import type { Configuration } from './configuration.js'
import { numberOf, plainText } from './text.js'

export interface Context extends Reading {
  readonly people: People
  readonly configuration: Configuration
  /** Duplicates that name each other in a circle: the bug with the highest number is none here. */
  readonly circular: ReadonlySet<number>
  /** The bug that has an alias here, of those that have it there. The names are folded; unique ones are not listed. */
  readonly aliasOwners: ReadonlyMap<string, number>
  /** From here on there are numbers for comments that the source will not use. */
  readonly firstFree: number
  /** Every number that a bug has there. */
  readonly bugIds: ReadonlySet<number>
  /** Counts rows of deleted bugs. */
  dangling(table: string, count: number): void
}

/** Numbers read together: each row takes several hundred bytes until it is read. */
const idsAtOnce = 50_000

/** The numbers of the bugs that meet all conditions, in rising order. */
export async function readBugIds(
  { source }: Reading,
  conditions: readonly string[] = [],
  values: readonly string[] = [],
): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const last = ids.at(-1)
    const where = [...(last === undefined ? [] : [`bug_id > ${last}`]), ...conditions]
    const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''
    const sql = `SELECT bug_id FROM bugs ${filter} ORDER BY bug_id LIMIT ${idsAtOnce}`
    const rows = await source.rows(sql, values)
    for (const row of rows) ids.push(numberOf(row['bug_id']))
    if (rows.length < idsAtOnce) return ids
  }
}

/** Aliases that several bugs have, because they differ only in case there: the bug with the highest ID keeps it. */
export async function readAliasOwners({ source }: Reading, bugIds: ReadonlySet<number>): Promise<Map<string, number>> {
  const owners = new Map<string, number>()
  const shared = new Map<string, number>()
  for (const row of await source.rows('SELECT alias, bug_id FROM bugs_aliases ORDER BY bug_id')) {
    const [alias, bug] = [fold(plainText(row['alias']).trim()), numberOf(row['bug_id'])]
    if (!bugIds.has(bug)) continue
    if (owners.has(alias) && owners.get(alias) !== bug) shared.set(alias, bug)
    owners.set(alias, bug)
  }
  return shared
}

/** The bugs of the highest number in each circle of duplicates. */
export async function readCircles({ source }: Reading): Promise<Set<number>> {
  const rows = await source.rows('SELECT dupe, dupe_of FROM duplicates')
  const of = new Map(rows.map((row) => [numberOf(row['dupe']), numberOf(row['dupe_of'])]))
  const circular = new Set<number>()
  const done = new Set<number>()
  for (const start of of.keys()) {
    const path = new Map<number, number>()
    for (let bug: number | undefined = start; bug !== undefined && !done.has(bug); bug = of.get(bug)) {
      const from = path.get(bug)
      if (from !== undefined) {
        circular.add([...path.keys()].slice(from).reduce((a, b) => Math.max(a, b)))
        break
      }
      path.set(bug, path.size)
    }
    for (const bug of path.keys()) done.add(bug)
  }
  return circular
}
