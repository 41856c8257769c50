import { randomInt } from 'node:crypto'
import type { Tracker } from '@trackerkit/core'
import type { DbSource } from '../../bugzilla-db/connect.js'
import { numberOf } from '../../bugzilla-db/text.js'
import { createZone } from '../../bugzilla-db/times.js'
import type { Difference } from '../compare.js'
import type { Verification } from '../verify.js'
import { allowed, type SourceLinks } from './allowed.js'
import { compareCounts } from './counts.js'
import type { Facts } from './facts.js'
import { readCustom, readSourceBug, type SourceSide } from './read-source.js'
import { readTargetBug } from './read-target.js'
import { compareVisibility } from './visibility.js'

/** The two sides to compare, and the size of the sample. */
export interface DatabaseVerifyOptions {
  readonly source: DbSource
  readonly timeZone: string
  readonly tracker: Tracker
  /** How many bugs are drawn, beside the newest. */
  readonly sample: number | 'all'
  readonly signal?: AbortSignal | undefined
}

const newest = 50
const mostDifferences = 1000

/**
 * Compares a tracker with the database that it was imported from: numbers of bugs, some bugs with all that belongs to them, and which
 * bugs people see. It trusts neither the reader that imported them nor what that has noted.
 *
 * @throws QueryError when the database does not answer
 */
export async function verifyBugzillaDb(options: DatabaseVerifyOptions): Promise<Verification> {
  const { source, tracker, sample, signal } = options
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['or_groups', 'useqacontact'] })
  const rules = { orGroups: parameters['or_groups'] === '1', useQaContact: parameters['useqacontact'] === '1' }
  const differences: Difference[] = [
    ...(await compareVisibility(source, tracker, rules)),
    ...(await compareCounts(source, tracker)),
  ]
  const links = await readLinks(source)
  const side: SourceSide = { source, zone: createZone(options.timeZone), custom: await readCustom(source) }
  const ids = draw([...links.bugs], sample)
  const counts: Record<string, number> = {}
  for (const id of ids) {
    signal?.throwIfAborted()
    const there = await readSourceBug(side, id)
    if (!there) continue
    const here = await readTargetBug(tracker, id, side.custom)
    if (!here) differences.push({ bug: id, place: 'all of it', there: 'a bug', here: undefined })
    else for (const one of compareFacts(id, there, here, links, counts)) differences.push(one)
  }
  return { compared: ids.length, differences: differences.slice(0, mostDifferences), unread: [], allowed: counts }
}

function* compareFacts(
  bug: number,
  there: Facts,
  here: Facts,
  links: SourceLinks,
  counts: Record<string, number>,
): Generator<Difference> {
  for (const place of new Set([...there.keys(), ...here.keys()])) {
    const pair = { bug, place, there: there.get(place), here: here.get(place) }
    if ((pair.there ?? '') === (pair.here ?? '')) continue
    const reason = allowed.find(({ explains }) => explains(pair, links))
    if (reason) counts[reason.name] = (counts[reason.name] ?? 0) + 1
    else yield { ...pair, there: pair.there?.slice(0, longest), here: pair.here?.slice(0, longest) }
  }
}

const longest = 200

async function readLinks(source: DbSource): Promise<SourceLinks> {
  const bugs = (await source.rows('SELECT bug_id FROM bugs ORDER BY bug_id')).map((row) => numberOf(row['bug_id']))
  const dependsOn = new Map<number, number[]>()
  for (const row of await source.rows('SELECT blocked, dependson FROM dependencies')) {
    const blocked = numberOf(row['blocked'])
    dependsOn.set(blocked, [...(dependsOn.get(blocked) ?? []), numberOf(row['dependson'])])
  }
  return { bugs: new Set(bugs), dependsOn }
}

function draw(ids: readonly number[], sample: number | 'all'): readonly number[] {
  if (sample === 'all' || ids.length <= sample + newest) return ids
  const drawn = new Set(ids.slice(-newest))
  while (drawn.size < sample + newest) drawn.add(ids[randomInt(ids.length)] ?? 0)
  return [...drawn]
}
