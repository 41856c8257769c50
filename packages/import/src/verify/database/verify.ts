import { randomInt } from 'node:crypto'
import type { Tracker } from '@trackerkit/core'
import type { Store } from '@trackerkit/core/store'
import type { DbSource } from '../../bugzilla-db/connect.js'
import type { BugzillaDbOptions } from '../../bugzilla-db/options.js'
import { numberOf } from '../../bugzilla-db/text.js'
import { createZone } from '../../bugzilla-db/times.js'
import type { Difference } from '../compare.js'
import type { Verification } from '../verify.js'
import { allowed, type SourceLinks } from './allowed.js'
import { inspectAll } from './bulk.js'
import { compareCounts } from './counts.js'
import { excerpts } from './excerpts.js'
import type { Facts } from './facts.js'
import { compareCredentials, comparePeople } from './people.js'
import { comparePersonal } from './personal.js'
import { readCustom, readSourceBug, type SourceSide } from './read-source.js'
import { readTargetBug } from './read-target.js'
import { compareVisibility, readMembers, type Rules } from './visibility.js'

/** The two sides to compare, and the size of the sample. */
export interface DatabaseVerifyOptions {
  readonly source: DbSource
  readonly timeZone: string
  readonly tracker: Tracker
  /** The store of the tracker, for hashes of credentials. */
  readonly store: Store
  /** How the source was imported. */
  readonly options?: Pick<
    BugzillaDbOptions,
    'params' | 'passwords' | 'personal' | 'attachmentsFolder' | 'maxAttachment' | 'onlyProducts' | 'since'
  >
  /** How many bugs are drawn, beside the newest. */
  readonly sample: number | 'all'
  readonly signal?: AbortSignal | undefined
}

const newest = 50
const mostDifferences = 1000

/**
 * Compares a tracker with the database that it was imported from: all bugs by numbers and sums, some bugs with all
 * their data, accounts with their groups, credentials and saved searches, and the visibility of bugs. It relies neither on the reader
 * of the import nor on its notes.
 *
 * @throws QueryError or ConnectionLost when the database does not answer
 */
export async function verifyBugzillaDb(given: DatabaseVerifyOptions): Promise<Verification> {
  const { source, tracker, store, sample, signal, options = {} } = given
  const { params = {}, passwords = true, personal = true, attachmentsFolder, maxAttachment = 100_000_000 } = options
  const links = await readLinks(source)
  const contents = { folder: attachmentsFolder, most: maxAttachment }
  const zone = createZone(given.timeZone)
  const side: SourceSide = { source, zone, custom: await readCustom(source), contents }
  const { absent, present, suspects } = await inspectAll(side, tracker, [...links.bugs], signal)
  const members = await readMembers(source)
  // Of a part of the bugs, the others are absent on purpose.
  const isPart = (options.onlyProducts ?? []).length > 0 || options.since !== undefined
  const differences: Difference[] = [
    ...(await compareVisibility(source, tracker, { rules: await rulesOf(tracker, params), members, present })),
    ...(isPart ? [] : await compareCounts(source, tracker, new Set(absent))),
    ...(await comparePeople(source, tracker, members)),
    ...(await compareCredentials(source, store, { passwords, keys: personal })),
    ...(personal ? await comparePersonal(source, store, members) : []),
    ...(isPart ? [] : absent.map((bug) => ({ bug, place: 'all of it', there: 'a bug', here: undefined }))),
  ]
  const extremes = sample === 'all' ? [] : await readExtremes(source)
  const drawn = draw([...present], sample)
  const ids = new Set([...drawn, ...extremes, ...suspects].filter((id) => present.has(id)))
  const counts: Record<string, number> = {}
  for (const id of ids) {
    signal?.throwIfAborted()
    const [there, here] = [await readSourceBug(side, id), await readTargetBug(tracker, id, side.custom)]
    if (!there || !here) continue
    for (const one of compareFacts(id, there, here, links, counts)) differences.push(one)
  }
  return { compared: ids.size, differences: differences.slice(0, mostDifferences), unread: [], allowed: counts }
}

async function rulesOf(tracker: Tracker, params: Readonly<Record<string, unknown>>): Promise<Rules> {
  const { parameters } = await tracker
    .asSystem()
    .parameters.get({ include_fields: ['or_groups', 'useqacontact', 'insidergroup'] })
  const { or_groups, useqacontact, insidergroup } = { ...parameters, ...params }
  const isOn = (value: unknown) => value === true || value === 1 || value === '1'
  return {
    orGroups: isOn(or_groups),
    useQaContact: isOn(useqacontact),
    insiders: typeof insidergroup === 'string' ? insidergroup : '',
  }
}

/** Five bugs each, with most of something. */
const extremes = [
  'SELECT bug_id FROM longdescs GROUP BY bug_id ORDER BY COUNT(*) DESC LIMIT 5',
  'SELECT bug_id FROM bugs_activity GROUP BY bug_id ORDER BY COUNT(*) DESC LIMIT 5',
  'SELECT bug_id FROM cc GROUP BY bug_id ORDER BY COUNT(*) DESC LIMIT 5',
  'SELECT bug_id FROM bug_group_map GROUP BY bug_id ORDER BY COUNT(*) DESC LIMIT 5',
  'SELECT bug_id FROM longdescs GROUP BY bug_id ORDER BY MAX(LENGTH(thetext)) DESC LIMIT 5',
  'SELECT a.bug_id FROM attachments a JOIN attach_data d ON d.id = a.attach_id ORDER BY LENGTH(d.thedata) DESC LIMIT 5',
]

async function readExtremes(source: DbSource): Promise<number[]> {
  const found: number[] = []
  for (const sql of extremes) for (const row of await source.rows(sql)) found.push(numberOf(row['bug_id']))
  return found
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
    else yield { ...pair, ...excerpts(pair) }
  }
}

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
