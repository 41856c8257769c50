// Compares all bugs by a line each, several hundred at a time. A bug with another line is then compared in full.
import { isTrackerError, type Tracker } from '@trackerkit/core'
import type { DbRow } from '../../bugzilla-db/connect.js'
import { isTrue, numberOf, plainText } from '../../bugzilla-db/text.js'
import { shownText, type SourceSide } from './read-source.js'

/** All bugs of the source, by what they are worth a look. */
export interface Inspected {
  readonly absent: readonly number[]
  readonly present: ReadonlySet<number>
  readonly suspects: readonly number[]
}

const atOnce = 200

export async function inspectAll(
  side: SourceSide,
  tracker: Tracker,
  ids: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Inspected> {
  const absent: number[] = []
  const present = new Set<number>()
  const suspects: number[] = []
  for (let start = 0; start < ids.length; start += atOnce) {
    signal?.throwIfAborted()
    const some = ids.slice(start, start + atOnce)
    const [there, here] = [await linesThere(side, some), await linesHere(tracker, some)]
    for (const id of some) {
      const line = here.get(id)
      if (line === undefined) absent.push(id)
      else {
        present.add(id)
        if (line !== there.get(id)) suspects.push(id)
      }
    }
  }
  return { absent, present, suspects }
}

/** Numbers and sums of what belongs to a bug. */
interface Totals {
  readonly own: readonly (string | number)[]
  comments: number
  privateComments: number
  characters: number
  hours: number
  attachments: number
  bytes: number
  cc: number
  keywords: number
  flags: Record<string, number>
}

function totalsOf(own: Totals['own']): Totals {
  const none = {
    comments: 0,
    privateComments: 0,
    characters: 0,
    hours: 0,
    attachments: 0,
    bytes: 0,
    cc: 0,
    keywords: 0,
  }
  return { own, ...none, flags: { '?': 0, '+': 0, '-': 0 } }
}

function lineOf({ hours, ...totals }: Totals): string {
  return JSON.stringify([Math.round(hours * 100), totals])
}

async function linesThere({ source, zone }: SourceSide, ids: readonly number[]): Promise<Map<number, string>> {
  const list = ids.join(', ')
  const timeOf = (row: DbRow, column: string) =>
    zone.read(row[column]?.toString('latin1') ?? '')?.time.toISOString() ?? ''
  const bugs = await source.rows(
    `SELECT b.*, p.name AS product, r.login_name AS creator FROM bugs b LEFT JOIN products p ON p.id = b.product_id LEFT JOIN profiles r ON r.userid = b.reporter WHERE b.bug_id IN (${list})`,
  )
  const totals = new Map(
    bugs.map((row) => {
      const texts = [row['short_desc'], row['bug_status'], row['resolution'], row['product'], row['creator']]
      const times = [timeOf(row, 'creation_ts'), timeOf(row, 'delta_ts')]
      return [numberOf(row['bug_id']), totalsOf([...texts.map((cell) => plainText(cell).trim()), ...times])]
    }),
  )
  const attachment = source.kind === 'mysql' ? 'a.attach_id' : 'CAST(a.attach_id AS text)'
  const comments = await source.rows(
    `SELECT l.*, a.description AS attached FROM longdescs l LEFT JOIN attachments a ON l.type IN (5, 6) AND ${attachment} = l.extra_data WHERE l.bug_id IN (${list})`,
  )
  for (const row of comments) {
    const of = totals.get(numberOf(row['bug_id']))
    if (!of) continue
    of.comments++
    if (isTrue(row['isprivate'])) of.privateComments++
    of.characters += shownText(row).length
    of.hours += numberOf(row['work_time'])
  }
  // Contents that are files are compared with their bugs.
  const attachments = await source.rows(
    `SELECT a.bug_id, LENGTH(d.thedata) AS size FROM attachments a LEFT JOIN attach_data d ON d.id = a.attach_id WHERE a.bug_id IN (${list})`,
  )
  for (const row of attachments) {
    const of = totals.get(numberOf(row['bug_id']))
    if (!of) continue
    of.attachments++
    of.bytes += numberOf(row['size'])
  }
  const flags = await source.rows(`SELECT bug_id, status FROM flags WHERE bug_id IN (${list})`)
  for (const row of flags) {
    const of = totals.get(numberOf(row['bug_id']))
    const status = plainText(row['status'])
    if (of) of.flags[status] = (of.flags[status] ?? 0) + 1
  }
  for (const [name, column] of [
    ['cc', 'who'],
    ['keywords', 'keywordid'],
  ] as const)
    for (const row of await source.rows(
      `SELECT bug_id, COUNT(DISTINCT ${column}) AS n FROM ${name} WHERE bug_id IN (${list}) GROUP BY bug_id`,
    )) {
      const of = totals.get(numberOf(row['bug_id']))
      if (of) of[name] = numberOf(row['n'])
    }
  // A bug without comments has an empty description here.
  for (const of of totals.values()) of.comments = Math.max(1, of.comments)
  return new Map(Array.from(totals, ([id, of]) => [id, lineOf(of)]))
}

/** Bugs that are too large together are read apart. */
async function linesHere(tracker: Tracker, ids: readonly number[]): Promise<Map<number, string>> {
  try {
    return await readHere(tracker, ids)
  } catch (error) {
    if (ids.length < 2 || !isTrackerError(error, 'answer_too_large')) throw error
    const half = Math.ceil(ids.length / 2)
    return new Map([...(await linesHere(tracker, ids.slice(0, half))), ...(await linesHere(tracker, ids.slice(half)))])
  }
}

async function readHere(tracker: Tracker, ids: readonly number[]): Promise<Map<number, string>> {
  const system = tracker.asSystem()
  const { bugs } = await system.bugs.search({
    id: [...ids],
    limit: ids.length,
    include_fields: [
      'id',
      'summary',
      'status',
      'resolution',
      'product',
      'creator',
      'creation_time',
      'last_change_time',
      'cc',
      'keywords',
      'flags',
      'actual_time',
    ],
  })
  const there = bugs.map(({ id }) => id)
  const lines = new Map<number, string>()
  if (there.length === 0) return lines
  const comments = await system.comments.get({ ids: there, include_fields: ['text', 'is_private'] })
  const attachments = await system.attachments.get({ ids: there, include_fields: ['size', 'flags'] })
  for (const bug of bugs) {
    const own = [bug.summary, bug.status, bug.resolution, bug.product, bug.creator]
    const totals = totalsOf([...own, bug.creation_time.toISOString(), bug.last_change_time.toISOString()])
    const flags = [...bug.flags]
    for (const { text, is_private } of comments.bugs[bug.id]?.comments ?? []) {
      totals.comments++
      if (is_private) totals.privateComments++
      totals.characters += text.length
    }
    for (const one of attachments.bugs[bug.id] ?? []) {
      totals.attachments++
      totals.bytes += one.size
      flags.push(...one.flags)
    }
    for (const { status } of flags) totals.flags[status] = (totals.flags[status] ?? 0) + 1
    totals.cc = bug.cc.length
    totals.keywords = bug.keywords.length
    totals.hours = bug.actual_time ?? 0
    lines.set(bug.id, lineOf(totals))
  }
  return lines
}
