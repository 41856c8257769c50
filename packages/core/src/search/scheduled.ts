// Runs a saved search for one recipient of a schedule.
import { countVisible } from '../access/count-visible.js'
import { visibleBugs } from '../access/visibility.js'
import type { BugRow } from '../access/find-bugs.js'
import type { Call } from '../call/context.js'
import type { Reader, Where } from '../schema/index.js'
import { askOpennessOfAssigned } from './compile/openness.js'
import { walkPage, type PageWanted } from './compile/walk.js'
import { chooseWay } from './compile/way.js'
import { contentsOf } from './condition/tree.js'
import { readOrder } from './fields/order.js'
import { findWanted, readInputs } from './parameters/read-search.js'
import { parametersOf } from './parameters/saved.js'

/** Bugs of one message. */
const most = 100

/** From `since` until before `until`; null: no limit. */
export interface Period {
  readonly since: Date | null
  readonly until: Date | null
}

interface Found {
  /** The first bugs, in the order of the search. */
  readonly bugs: readonly BugRow[]
  /** The number of other bugs. */
  readonly rest: number
}

/**
 * Finds the bugs of a saved search that the caller can see. `period`: only those whose last change is in it. Meaningless parameters are ignored.
 * @throws the errors of searches
 */
export async function runSavedSearch(tx: Reader, call: Call, query: string, period: Period): Promise<Found> {
  const parameters = parametersOf(query, 'saved_search_id')
  const criteria = await readInputs(tx, call, [parameters])
  const viewer = { ...call, contents: contentsOf(criteria.condition) }
  const { order } = readOrder(parameters['order'] ?? [], viewer)
  const way = await chooseWay(tx, await findWanted(tx, call, criteria))
  const changed: Where<'bugs'>[] = isWithin(period)
  const wanted: Where<'bugs'> = { and: [askOpennessOfAssigned(way.wanted, call.catalogue), ...changed] }
  const visible = visibleBugs(call)
  const page = { wanted, visible, beyond: undefined, order, offset: 0, limit: most + 1 }
  const ids = (way.isCommon ? await walkPage(tx, page) : undefined) ?? (await selectPage(tx, page))
  const shown = ids.slice(0, most)
  const rows = await tx.select({ from: 'bugs', where: { col: 'id', in: shown } })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    bugs: shown.flatMap((id) => byId.get(id) ?? []),
    rest: ids.length > most ? (await countVisible(tx, call, wanted)) - most : 0,
  }
}

function isWithin({ since, until }: Period): Where<'bugs'>[] {
  return [
    ...(since ? [{ col: 'last_change_time', gte: since } as const] : []),
    ...(until ? [{ col: 'last_change_time', lt: until } as const] : []),
  ]
}

async function selectPage(tx: Reader, { wanted, visible, order, limit }: PageWanted): Promise<number[]> {
  const where: Where<'bugs'> = { and: [wanted, visible] }
  const rows = await tx.select({ from: 'bugs', where, order, ...(limit && { limit }), columns: ['id'] })
  return rows.map(({ id }) => id)
}
