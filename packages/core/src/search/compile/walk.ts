// The page of a search for common words: reads bugs in the order of the page until it is full.
import { schema, type Order, type Reader, type Where } from '../../schema/index.js'
import type { Entity, PlainReader, PlainWhere } from '../../store/index.js'
import { partsOf } from './way.js'

/** Bugs per batch. */
const [firstStep, longestStep] = [256, 4096]
/** After these, the number of bugs found so far decides whether the page can be filled. */
const enoughToJudge = 1280
/** Maximum number of bugs examined for one page: some 5 µs each with their comments, 1 µs without. */
const mostLookedAt = { withComments: 20_000, alone: 60_000 }
/** Longer pages are selected in one query. */
const longestPage = 2000

export interface PageWanted {
  readonly wanted: Where<'bugs'>
  /** The bugs that the caller may see. */
  readonly visible: Where<'bugs'>
  /** The bugs after those of the page before. */
  readonly beyond: Where<'bugs'> | undefined
  readonly order: readonly Order<'bugs'>[]
  readonly offset: number
  readonly limit: number | undefined
}

/** The IDs of a page in its order; undefined if another way is better. */
export async function walkPage(tx: Reader, page: PageWanted): Promise<number[] | undefined> {
  const { wanted, visible, beyond, offset, limit = Infinity } = page
  const needed = offset + limit
  const column = columnOf(page.order)
  if (column === undefined || needed > longestPage) return undefined
  const among = [...pinned(partsOf(wanted), column), ...(beyond ? [beyond as PlainWhere] : [])]
  const most = mostLookedAt[asksRelated(wanted) ? 'withComments' : 'alone']
  const found: number[] = []
  for (let at = 0, step = firstStep; at < most;) {
    const ids = await idsOf(tx, { where: { and: among }, order: page.order, offset: at, limit: step })
    const where = { and: [{ col: 'id', in: ids }, wanted as PlainWhere, visible as PlainWhere] }
    const matching = new Set(await idsOf(tx, { where }))
    for (const id of ids) if (matching.has(id)) found.push(id)
    if (found.length >= needed || ids.length < step) return found.slice(offset, needed)
    at += ids.length
    const expected = (at * needed) / found.length
    if (at >= enoughToJudge && expected > 1.5 * most) return undefined
    step = Math.max(firstStep, Math.min(Math.ceil(1.2 * (expected - at)), longestStep, 4 * step))
  }
  return undefined
}

function asksRelated(where: PlainWhere): boolean {
  if ('and' in where) return where.and.some(asksRelated)
  if ('or' in where) return where.or.some(asksRelated)
  return 'not' in where ? asksRelated(where.not) : 'some' in where
}

interface Selection {
  readonly where: PlainWhere
  readonly order?: readonly Order<'bugs'>[]
  readonly offset?: number
  readonly limit?: number
}

async function idsOf(tx: Reader, selection: Selection): Promise<number[]> {
  const rows = await (tx as unknown as PlainReader).select({ from: 'bugs', ...selection, columns: ['id'] })
  return rows.map(({ id }) => id as number)
}

const bugs: Entity = schema.bugs

/** The column of an order that an index has; undefined for other orders. */
function columnOf(order: readonly Order<'bugs'>[]): string | undefined {
  const [first, second, ...others] = order
  if (!first) return 'id'
  if (!('col' in first) || 'ranked' in first || others.length > 0) return undefined
  if (second && (first.col === 'id' || !('col' in second) || second.col !== 'id')) return undefined
  return first.col === 'id' || hasIndex([first.col]) ? first.col : undefined
}

/** The first condition for one value by which an index finds bugs in the order of the column. */
function pinned(parts: readonly PlainWhere[], column: string): PlainWhere[] {
  const one = parts.find((part) => {
    const isOne = ('eq' in part && part.eq !== null) || ('in' in part && part.in.length === 1)
    return isOne && 'col' in part && hasIndex(column === 'id' ? [part.col] : [part.col, column])
  })
  return one ? [one] : []
}

function hasIndex(columns: readonly string[]): boolean {
  return (bugs.index ?? []).some((index) => index.join() === columns.join())
}
