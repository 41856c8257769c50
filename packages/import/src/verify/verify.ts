// Verifies an import: requests a sample of bugs from both trackers and compares the responses.
import { randomInt } from 'node:crypto'
import type { AskError } from '../http/ask-error.js'
import type { Query } from '../bugzilla/ask.js'
import { inHalves } from '../bugzilla/in-halves.js'
import { compareBugs, type Difference } from './compare.js'
import { linkFields, type Knowledge } from './allowed.js'
import { itemsOf, readBugs, type Side, type WholeBug } from './read-bugs.js'

/** The two sides to compare, and the size of the sample. */
export interface VerifyOptions {
  /** The tracker that was moved, asked with the account that it was read with. */
  readonly source: Side
  /** The target tracker, read as a user who sees everything. */
  readonly target: Side
  /** How many bugs are drawn, beside the newest. */
  readonly sample: number
  /** Only bugs of these products were moved. Default: all. */
  readonly products?: readonly string[] | undefined
  /** The host part of login names that the source cuts off. */
  readonly emailDomain?: string | undefined
  /** A whole number from 0 up to, but not including, `limit`. Default: by chance. */
  readonly random?: ((limit: number) => number) | undefined
  /** Progress: called with the number of compared bugs and the total. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** Result of the comparison. */
export interface Verification {
  /** How many bugs both trackers have of those that were drawn. */
  readonly compared: number
  /** At most 1,000. */
  readonly differences: readonly Difference[]
  /** Bugs that could not be read there, and why. */
  readonly unread: readonly { readonly bug: number; readonly problem: string }[]
  /** Counts of permitted differences by name. */
  readonly allowed: Readonly<Record<string, number>>
}

const newest = 50
/** Bugs that are asked for at once. */
const atOnce = 25
const mostDifferences = 1000

/**
 * Compares random bugs of two trackers, and the newest 50, over REST: every field, comments, history, flags, and
 * attachments by content. A table has the permitted differences (`allowedDifferences`).
 *
 * @throws AskError when one of the trackers does not respond
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { source, sample, random = randomInt, signal, onProgress = () => undefined } = options
  const last = await newestOf(source)
  const ids = draw(last, sample, random)
  const report = createReport()
  for (let start = 0; start < ids.length; start += atOnce) {
    signal?.throwIfAborted()
    await compareSome(options, ids.slice(start, start + atOnce), report)
    onProgress(Math.min(start + atOnce, ids.length), ids.length)
  }
  return report.done()
}

type Report = ReturnType<typeof createReport>

function createReport() {
  const differences: Difference[] = []
  const unread: Verification['unread'][number][] = []
  const allowed: Record<string, number> = {}
  let compared = 0
  return {
    count: () => void compared++,
    unread: (bug: number, { message }: AskError) => void unread.push({ bug, problem: message }),
    different: (difference: Difference) => void (differences.length < mostDifferences && differences.push(difference)),
    allowed: (name: string) => void (allowed[name] = (allowed[name] ?? 0) + 1),
    done: (): Verification => ({ compared, differences, unread, allowed }),
  }
}

/** The newest bugs there, newest first. If the page fails, they are read one by one. */
async function newestOf(source: Side): Promise<number[]> {
  const all = { f1: 'bug_id', o1: 'greaterthan', v1: 0, order: 'bug_id DESC', include_fields: 'id' }
  const places = Array.from({ length: newest }, (_, place) => place)
  const read = async (some: readonly number[]) => {
    const answer = await source.get('bug', { ...all, limit: some.length, offset: some[0] }, { attempts: 3 })
    return itemsOf(answer, 'bugs').map(({ id }) => Number(id))
  }
  return inHalves(places, read, () => undefined)
}

/** The newest bugs, and a random sample of the others. */
function draw(last: readonly number[], sample: number, random: (limit: number) => number): number[] {
  const highest = Math.max(0, ...last)
  const drawn = new Set(last)
  const wanted = Math.min(highest, last.length + sample)
  while (drawn.size < wanted) drawn.add(1 + random(highest))
  return [...drawn].sort((one, other) => one - other)
}

async function compareSome(options: VerifyOptions, ids: readonly number[], report: Report): Promise<void> {
  const { source, target, products, emailDomain } = options
  const only: Query = products && products.length > 0 ? { product: products } : {}
  const unread = new Set<number>()
  const read = async (some: readonly number[]) => [...(await readBugs(source, some, only))]
  const there = new Map(
    await inHalves<[number, WholeBug]>(ids, read, (id, error) => {
      unread.add(id)
      report.unread(id, error)
    }),
  )
  const here = await readBugs(target, ids, only)
  const known: Knowledge = { absent: await absentOf(target, [...there.values()]), emailDomain }
  for (const id of ids.filter((one) => !unread.has(one))) {
    const [one, other] = [there.get(id), here.get(id)]
    if (one && other) {
      report.count()
      compareBugs(id, one, other, known, report)
    } else if (one ?? other) {
      report.different({ bug: id, place: 'the bug', there: one && 'is there', here: other && 'is here' })
    }
  }
}

/** Those of the bugs that these are linked with that the tracker does not have. */
async function absentOf(target: Side, bugs: readonly WholeBug[]): Promise<Set<number>> {
  const absent = new Set(bugs.flatMap(linkedWith))
  if (absent.size === 0) return absent
  const answer = await target.get('bug', { id: [...absent].join(','), include_fields: 'id', limit: absent.size })
  for (const { id } of itemsOf(answer, 'bugs')) absent.delete(Number(id))
  return absent
}

/** The numbers of bugs that a bug or its history names. */
function linkedWith({ bug, history }: WholeBug): number[] {
  const changes = history.flatMap((entry) => itemsOf(entry, 'changes'))
  const named = changes.filter(({ field_name }) => linkFields.has(String(field_name)))
  const texts = named.flatMap(({ removed, added }) => [removed, added].flatMap((ids) => String(ids).split(', ')))
  const fields = [...linkFields].flatMap((field) => bug[field])
  return [...fields, ...texts].map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)
}
