// Bugs by their numbers, a page at a time, and those of a page that are not there.
import { bugAnswer, bugsAnswer, type BugAnswer } from './answers.js'
import type { Asker, Query } from './ask.js'
import { AskError } from './ask-error.js'
import { readAs } from './read-as.js'

const page = 500

/** Which bugs. */
export interface BugCriteria {
  readonly products: readonly string[]
  /** Only those that have changed since then. */
  readonly changedSince: Date | undefined
}

/** Some bugs in the order of their numbers; none at the end. */
export interface BugPage {
  readonly bugs: readonly BugAnswer[]
  /** Those that are there, and whose answers are in no form that can be read. */
  readonly unreadable: readonly { readonly id: number; readonly problem: string }[]
  /** The highest number on the page. */
  readonly last: number
}

/** The page of bugs with numbers above `after`. However few come, they are a page: sources have limits of their own. */
export async function readBugPage(asker: Asker, criteria: BugCriteria, after: number): Promise<BugPage | undefined> {
  for (let limit = page; ; limit = Math.floor(limit / 4)) {
    try {
      return await ask(asker, criteria, after, limit)
    } catch (error) {
      if (!(error instanceof AskError) || error.kind !== 'broken' || limit < 4) throw error
    }
  }
}

async function ask(asker: Asker, criteria: BugCriteria, after: number, limit: number): Promise<BugPage | undefined> {
  const query: Query = {
    ...{ f1: 'bug_id', o1: 'greaterthan', v1: after, order: 'bug_id', limit },
    product: criteria.products,
    last_change_time: criteria.changedSince && toSecond(criteria.changedSince),
  }
  const patience = { attempts: limit > 1 ? 2 : 6 }
  const { bugs } = readAs(bugsAnswer, await asker.get('bug', query, patience), 'bug')
  return pageOf(bugs.filter(({ id }) => id > after))
}

/** The bugs of these numbers, as far as they are there. */
export async function readBugs(asker: Asker, ids: readonly number[]): Promise<BugPage | undefined> {
  const { bugs } = readAs(bugsAnswer, await asker.get('bug', { id: ids, limit: 0 }, { attempts: 2 }), 'bug')
  return pageOf(bugs)
}

function pageOf(answers: readonly { readonly id: number }[]): BugPage | undefined {
  const sorted = answers.toSorted((a, b) => a.id - b.id)
  const last = sorted.at(-1)
  if (!last) return undefined
  const bugs: BugAnswer[] = []
  const unreadable: { id: number; problem: string }[] = []
  for (const answer of sorted) {
    const { success, data, error } = bugAnswer.safeParse(answer)
    if (success) bugs.push(data)
    else unreadable.push({ id: answer.id, problem: `its ${error.issues[0]?.path.join('.')} is in no known form` })
  }
  return { bugs, unreadable, last: last.id }
}

/** How many bugs there are, as far as the source can say it. */
export async function countBugs(asker: Asker, { products, changedSince }: BugCriteria): Promise<number | undefined> {
  const which = { product: products, last_change_time: changedSince && toSecond(changedSince) }
  const everything = { f1: 'bug_id', o1: 'greaterthan', v1: 0 }
  try {
    const answer = await asker.get('bug', { ...everything, ...which, count_only: 1, limit: 1 }, { attempts: 2 })
    const { bug_count, total_matches } = answer as { readonly bug_count?: unknown; readonly total_matches?: unknown }
    const count = Number(bug_count ?? total_matches)
    return Number.isFinite(count) ? count : undefined
  } catch (error) {
    if (error instanceof AskError && error.kind !== 'unreachable') return undefined
    throw error
  }
}

function toSecond(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
