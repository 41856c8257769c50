// Bugs by their numbers, a page at a time, and those of a page that are not there.
import { formatTime } from '@trackerkit/core/host'
import { bugAnswer, bugsAnswer, type BugAnswer } from './answers.js'
import type { Asker, Query } from './ask.js'
import { AskError } from '../http/ask-error.js'
import { inHalves } from './in-halves.js'
import { readAs } from './read-as.js'

const largest = 200

/** The bugs to read. */
export interface BugCriteria {
  readonly products: readonly string[]
  /** Only those that have changed since then. */
  readonly changedSince: Date | undefined
}

/** Some bugs in the order of their numbers; none at the end. */
export interface BugPage {
  readonly bugs: readonly BugAnswer[]
  /** Bugs that exist, but whose responses cannot be read. */
  readonly unreadable: readonly { readonly id: number; readonly problem: string }[]
  /** The highest number on the page. */
  readonly last: number
}

/** Reads pages one after the other. */
export interface PageReader {
  /**
   * Returns the page of bugs with IDs above `after`. A short page is not the last: sources have their own
   * limits.
   */
  read(after: number): Promise<BugPage | undefined>
}

/** A page that fails is read in smaller pieces, down to the one failing bug, which is skipped. */
export function createPageReader(asker: Asker, criteria: BugCriteria): PageReader {
  let limit = largest
  return {
    async read(after) {
      for (;;) {
        try {
          const page = await ask(asker, criteria, after, limit)
          limit = Math.min(largest, limit * 4)
          return page
        } catch (error) {
          if (!(error instanceof AskError) || error.kind !== 'broken') throw error
          if (limit === 1) return passOver(asker, criteria, after, error)
          limit = Math.max(1, Math.floor(limit / 4))
        }
      }
    },
  }
}

/** The first bug above `after` is unreadable. Query only its ID; if that fails too, search for it by bounds. */
async function passOver(asker: Asker, criteria: BugCriteria, after: number, { message }: AskError): Promise<BugPage> {
  const isWithin = async (most: number) => {
    const bounds = { f2: 'bug_id', o2: 'lessthaneq', v2: most }
    return fails(asker, { ...queryOf(criteria, after, 1), ...bounds })
  }
  const id = (await numberAlone(asker, criteria, after)) ?? (await firstWithin(after, isWithin))
  return { bugs: [], unreadable: [{ id, problem: message }], last: id }
}

async function numberAlone(asker: Asker, criteria: BugCriteria, after: number): Promise<number | undefined> {
  const query = { ...queryOf(criteria, after, 1), include_fields: 'id' }
  const answer = await asker.get('bug', query, { attempts: 2 }).catch(() => undefined)
  const parsed = bugsAnswer.safeParse(answer)
  return parsed.success ? parsed.data.bugs[0]?.id : undefined
}

const highestNumber = 2 ** 31

/** The lowest bound that includes an unreadable bug. */
async function firstWithin(after: number, isWithin: (most: number) => Promise<boolean>): Promise<number> {
  let [without, step] = [after, 1]
  while (after + step < highestNumber && !(await isWithin(after + step))) {
    without = after + step
    step *= 2
  }
  let within = after + step
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2)
    if (await isWithin(middle)) within = middle
    else without = middle
  }
  return within
}

async function fails(asker: Asker, query: Query): Promise<boolean> {
  try {
    await asker.get('bug', query, { attempts: 2 })
    return false
  } catch (error) {
    if (error instanceof AskError && error.kind === 'broken') return true
    throw error
  }
}

async function ask(asker: Asker, criteria: BugCriteria, after: number, limit: number): Promise<BugPage | undefined> {
  const { bugs } = readAs(bugsAnswer, await asker.get('bug', queryOf(criteria, after, limit), { attempts: 2 }), 'bug')
  return pageOf(bugs.filter(({ id }) => id > after))
}

function queryOf({ products, changedSince }: BugCriteria, after: number, limit: number): Query {
  return {
    ...{ f1: 'bug_id', o1: 'greaterthan', v1: after, order: 'bug_id', limit, product: products },
    last_change_time: changedSince && formatTime(changedSince),
  }
}

/** The bugs of these numbers, as far as they are there. */
export async function readBugs(asker: Asker, ids: readonly number[]): Promise<BugPage> {
  const unreadable: { id: number; problem: string }[] = []
  const read = async (some: readonly number[]) =>
    readAs(bugsAnswer, await asker.get('bug', { id: some, limit: some.length }, { attempts: 2 }), 'bug').bugs
  const bugs = await inHalves(ids, read, (id, { message }) => unreadable.push({ id, problem: message }))
  const page = pageOf(bugs)
  return { bugs: page?.bugs ?? [], unreadable: [...(page?.unreadable ?? []), ...unreadable], last: page?.last ?? 0 }
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
    else unreadable.push({ id: answer.id, problem: `its ${error.issues[0]?.path.join('.')} has an unknown format` })
  }
  return { bugs, unreadable, last: last.id }
}

/** The number of bugs, as far as the source reports it. */
export async function countBugs(asker: Asker, { products, changedSince }: BugCriteria): Promise<number | undefined> {
  const which = { product: products, last_change_time: changedSince && formatTime(changedSince) }
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
