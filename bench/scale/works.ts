// Common requests to a tracker of any size. Their words are in every corpus, as often in a small one as in a large one.
import type { BugsCountInput, BugsSearchInput } from '@trackerkit/core/types'
import type { Operations, Tracker } from '@trackerkit/core'

/** Returns what was found, for the report. */
export type Work = () => Promise<{ readonly bugs?: readonly unknown[]; readonly bug_count?: number } | object>

const product = 'Product 1'
const place = { product, component: 'Component 1' }
const newest = 'changeddate DESC, bug_id DESC'
const byRank = 'priority, bug_severity, bug_id'
const open = '__open__'
/** The one to whom most bugs belong. */
const busiest = 'user0@example.com'

/** For a page of 100 IDs and summaries. */
const searches: Readonly<Record<string, BugsSearchInput>> = {
  'product and status, newest': { product, status: 'CONFIRMED', order: newest },
  'product, newest': { product, order: newest },
  'status, newest': { status: 'CONFIRMED', order: newest },
  'component, newest': { ...place, order: newest },
  'component, open, by priority and severity': { ...place, status: open, order: byRank },
  'everything, newest': { order: newest },
  'product, open, by ID': { product, status: open },
  'quicksearch of two words': { quicksearch: 'crash window' },
  'count of everything': { count_only: true },
  'count of a status': { status: 'CONFIRMED', count_only: true },
  'content, a common word': { content: 'button' },
  'substring of the summary': { summary: 'login s' },
  'substring of two letters': { summary: 'xq' },
  'assigned to a user, open': { assigned_to: busiest, status: open },
  'assigned to a user, open, newest': { assigned_to: busiest, status: open, order: newest },
  'reported by a user, newest': { creator: busiest, order: newest },
  'on the CC list of a user': { cc: busiest },
  'changed since': { last_change_time: new Date('2023-06-01T00:00:00Z'), order: newest },
  'offset 5,000': { offset: 5000 },
}

/** @param ids bugs that the caller sees and may change */
export function readsOf({ bugs, comments }: Operations, ids: readonly number[]): Readonly<Record<string, Work>> {
  const page = { limit: 100, include_fields: ['id', 'summary'] as const }
  const next = anyOf(ids)
  return {
    'one bug, all fields': () => bugs.get({ ids: [next()] }),
    'the comments of one bug': () => comments.get({ ids: [next()] }),
    'a page of 100 bugs, all fields': () => bugs.search({ limit: 100, order: newest }),
    ...Object.fromEntries(
      Object.entries(searches).map(([what, input]) => [what, () => bugs.search({ ...page, ...input })]),
    ),
    'possible duplicates': () =>
      bugs.possibleDuplicates({ summary: 'Crash when the window is closed', include_fields: ['id', 'summary'] }),
  }
}

const counts: Readonly<Record<string, BugsCountInput>> = {
  'component by status': { x: 'component', y: 'status' },
  'priority by severity': { x: 'priority', y: 'severity' },
  'open, component by priority': { status: open, x: 'component', y: 'priority' },
  'open of a product, priority by severity': { product, status: open, x: 'priority', y: 'severity' },
  version: { x: 'version' },
  'version by status': { x: 'version', y: 'status' },
  'assignee by priority': { x: 'assigned_to', y: 'priority' },
  keywords: { x: 'keywords' },
  'by week': { over: 'week' },
  'open, by week': { status: open, over: 'week' },
  'of a product, by week and whether open': { product, over: 'week', x: 'is_open' },
}

/** Results are cached per user, so each call has another one. */
export function countsOf(tracker: Tracker): Readonly<Record<string, Work>> {
  let n = 0
  const next = () => tracker.as({ login: `user${100 + (n++ % 800)}@example.com` }).bugs
  const known = tracker.as({ login: 'user99@example.com' }).bugs
  const told = async (counted: Promise<{ readonly total: number }>) => ({ bug_count: (await counted).total })
  const milestone = { product, target_milestone: 'M1' }
  return {
    ...Object.fromEntries(
      Object.entries(counts).map(([what, input]) => [`count: ${what}`, () => told(next().count(input))]),
    ),
    'count: the same again': () => told(known.count({ x: 'component', y: 'status' })),
    'trend of a milestone': () => next().trend(milestone),
    'trend of a product': () => next().trend({ product }),
  }
}

/** @param ids bugs that the caller sees and may change */
export function writesOf({ bugs }: Operations, ids: readonly number[]): Readonly<Record<string, Work>> {
  const next = anyOf(ids)
  const body = { ...place, version: '1.0', description: 'It happens every time, right after the start.' }
  return {
    'a new bug': () => bugs.create({ ...body, summary: 'It stops working' }),
    'a change with a comment': () =>
      bugs.update({ ids: [next()], whiteboard: `seen ${performance.now()}`, comment: { body: 'I saw it too.' } }),
  }
}

function anyOf(ids: readonly number[]): () => number {
  let n = 0
  return () => ids[n++ % ids.length] as number
}
