// Compares all bugs by a line each, several hundred at a time. A bug with another line is then compared in full.
import { isTrackerError, type Tracker } from '@trackerkit/core'
import type { DbRow } from '../../bugzilla-db/connect.js'
import { isTrue, numberOf, plainText } from '../../bugzilla-db/text.js'
import { readComments, shownText, timeIn, type SourceSide } from './read-source.js'

/** All bugs of the source, by priority for inspection. */
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

/** Numbers and sums of a bug's parts. */
interface Totals {
  readonly own: readonly string[]
  comments: number
  privateComments: number
  characters: number
  hours: number
  attachments: number
  bytes: number
  cc: number
  keywords: number
  readonly flags: Record<string, number>
}

function totalsOf(own: Totals['own']): Totals {
  const comments = { comments: 0, privateComments: 0, characters: 0, hours: 0 }
  return { own, ...comments, attachments: 0, bytes: 0, cc: 0, keywords: 0, flags: { '?': 0, '+': 0, '-': 0 } }
}

function lineOf({ hours, ...totals }: Totals): string {
  return JSON.stringify([Math.round(hours * 100), totals])
}

async function linesThere(side: SourceSide, ids: readonly number[]): Promise<Map<number, string>> {
  const { source } = side
  const list = ids.join(', ')
  const bugs = await source.rows(
    `SELECT b.*, p.name AS product, r.login_name AS creator FROM bugs b LEFT JOIN products p ON p.id = b.product_id LEFT JOIN profiles r ON r.userid = b.reporter WHERE b.bug_id IN (${list})`,
  )
  const totals = new Map(bugs.map((row) => [numberOf(row['bug_id']), totalsOf(ownOf(side, row))]))
  const addRows = (rows: readonly DbRow[], add: (of: Totals, row: DbRow) => void) => {
    for (const row of rows) {
      const of = totals.get(numberOf(row['bug_id']))
      if (of) add(of, row)
    }
  }
  addRows(await readComments(side, ids), (of, row) => {
    of.comments++
    if (isTrue(row['isprivate'])) of.privateComments++
    of.characters += shownText(row).length
    of.hours += numberOf(row['work_time'])
  })
  // Contents that are files are compared with their bugs.
  const sizes = `SELECT a.bug_id, LENGTH(d.thedata) AS size FROM attachments a LEFT JOIN attach_data d ON d.id = a.attach_id WHERE a.bug_id IN (${list})`
  addRows(await source.rows(sizes), (of, row) => {
    of.attachments++
    of.bytes += numberOf(row['size'])
  })
  addRows(await source.rows(`SELECT bug_id, status FROM flags WHERE bug_id IN (${list})`), (of, row) =>
    countFlag(of, plainText(row['status'])),
  )
  const numberOfEach = async (table: string, column: string) =>
    source.rows(`SELECT bug_id, COUNT(DISTINCT ${column}) AS n FROM ${table} WHERE bug_id IN (${list}) GROUP BY bug_id`)
  addRows(await numberOfEach('cc', 'who'), (of, row) => void (of.cc = numberOf(row['n'])))
  addRows(await numberOfEach('keywords', 'keywordid'), (of, row) => void (of.keywords = numberOf(row['n'])))
  // A bug without comments has an empty description here.
  for (const of of totals.values()) of.comments = Math.max(1, of.comments)
  return new Map(Array.from(totals, ([id, of]) => [id, lineOf(of)]))
}

function ownOf(side: SourceSide, row: DbRow): string[] {
  const texts = [row['short_desc'], row['bug_status'], row['resolution'], row['product'], row['creator']]
  const times = [timeIn(side, row, 'creation_ts'), timeIn(side, row, 'delta_ts')]
  return [...texts.map((cell) => plainText(cell).trim()), ...times]
}

function countFlag({ flags }: Totals, status: string): void {
  flags[status] = (flags[status] ?? 0) + 1
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
      ...([
        'id',
        'summary',
        'status',
        'resolution',
        'product',
        'creator',
        'creation_time',
        'last_change_time',
      ] as const),
      ...(['cc', 'keywords', 'flags', 'actual_time'] as const),
    ],
  })
  const lines = new Map<number, string>()
  if (bugs.length === 0) return lines
  const of = { ids: bugs.map(({ id }) => id) }
  const comments = await system.comments.get({ ...of, include_fields: ['text', 'is_private'] })
  const attachments = await system.attachments.get({ ...of, include_fields: ['size', 'flags'] })
  for (const bug of bugs) {
    const own = [bug.summary, bug.status, bug.resolution, bug.product, bug.creator]
    const totals = totalsOf([...own, bug.creation_time.toISOString(), bug.last_change_time.toISOString()])
    for (const { text, is_private } of comments.bugs[bug.id]?.comments ?? []) {
      totals.comments++
      if (is_private) totals.privateComments++
      totals.characters += text.length
    }
    for (const one of attachments.bugs[bug.id] ?? []) {
      totals.attachments++
      totals.bytes += one.size
      for (const { status } of one.flags) countFlag(totals, status)
    }
    for (const { status } of bug.flags) countFlag(totals, status)
    totals.cc = bug.cc.length
    totals.keywords = bug.keywords.length
    totals.hours = bug.actual_time ?? 0
    lines.set(bug.id, lineOf(totals))
  }
  return lines
}
