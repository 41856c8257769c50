// The open work and requests of the current user.
import { isTrackerError, type InboxItem, type Request } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { tableFields, type TableBug } from '../../parts/bug-table.js'
import { LogInFirst, type PageAddress } from '../../page/page.js'
import { loadMilestones, type DueMilestone } from './milestones.js'

/** The first of them, and how many there are. */
export interface Some<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** There may be more. */
  readonly isLeast?: boolean
  /** Where all of them are, if there is such a page. */
  readonly to?: string
}

export interface CountedSearch {
  readonly id: number
  readonly name: string
  /** Undefined: it cannot be counted, because it means nothing any more. */
  readonly count: number | undefined
}

export interface DashboardData {
  readonly inbox: Some<InboxItem>
  readonly assigned: Some<TableBug>
  readonly ofMe: Some<Request>
  /** Filed lately in components that the user looks after. */
  readonly newInMine: Some<TableBug>
  readonly byMe: Some<Request>
  readonly reported: Some<TableBug>
  readonly searches: Some<CountedSearch>
  readonly milestones: Some<DueMilestone>
}

const [most, mostOfInbox] = [10, 5]
/** The inbox counts no more. */
const mostUnread = 100
/** In the last 14 days, also when the address is opened later. */
const filedLately = { f1: 'creation_ts', o1: 'greaterthaneq', v1: '-14d' }
/** Counting more is slow. */
const mostCounted = 1000

/** @throws LogInFirst */
export async function loadDashboard(operations: Client, { who }: PageAddress): Promise<DashboardData> {
  if (!who) throw new LogInFirst()
  const { login } = who
  const bugs = async (criteria: Readonly<Record<string, string>>, order: string): Promise<Some<TableBug>> => {
    const search = { ...criteria, order, limit: most, count_total: true, count_up_to: mostCounted + 1 }
    const { bugs: rows, total_matches = rows.length } = await operations.bugs.search({
      ...search,
      include_fields: tableFields,
    })
    const to = `/bugs?${new URLSearchParams({ ...criteria, order })}`
    return { rows, total: Math.min(total_matches, mostCounted), isLeast: total_matches > mostCounted, to }
  }
  const requests = async (criteria: { requestee: string } | { setter: string }): Promise<Some<Request>> => {
    const { requests: rows, total_matches } = await operations.requests.get({ ...criteria, limit: most })
    return { rows, total: total_matches, to: `/requests?${new URLSearchParams(criteria)}` }
  }
  const [inbox, assigned, ofMe, newInMine, byMe, reported, searches, due] = await Promise.all([
    unread(operations),
    bugs({ assigned_to: login, status: '__open__' }, 'priority,last_change_time DESC'),
    requests({ requestee: login }),
    bugs({ component: '%user%', ...filedLately }, 'creation_time DESC'),
    requests({ setter: login }),
    bugs({ creator: login, status: '__open__' }, 'last_change_time DESC'),
    countSearches(operations),
    loadMilestones(operations, login),
  ])
  const milestones = { rows: due, total: due.length }
  return { inbox, assigned, ofMe, newInMine, byMe, reported, searches, milestones }
}

async function unread(operations: Client): Promise<Some<InboxItem>> {
  const { items, count } = await operations.inbox.get({ limit: mostOfInbox })
  return { rows: items, total: count, isLeast: count >= mostUnread, to: '/inbox' }
}

async function countSearches(operations: Client): Promise<Some<CountedSearch>> {
  const { saved_searches } = await operations.savedSearches.get()
  const all = saved_searches.filter(({ kind }) => kind === 'search')
  const rows = await Promise.all(
    all.slice(0, most).map(async ({ id, name }) => ({ id, name, count: await countOf(operations, name) })),
  )
  return { rows, total: all.length, to: '/me/searches' }
}

/** A saved search may refer to something deleted since. */
async function countOf(operations: Client, savedsearch: string): Promise<number | undefined> {
  try {
    return (await operations.bugs.count({ savedsearch })).total
  } catch (error) {
    if (!isTrackerError(error) || error.code === 'auth_invalid_token') throw error
    return undefined
  }
}
