// Runs a saved search for one recipient of a schedule.
import { countVisible } from '../access/count-visible.js'
import { visibleBugs } from '../access/visibility.js'
import type { BugRow } from '../access/find-bugs.js'
import type { Call } from '../call/context.js'
import type { Order, Reader, Where } from '../schema/index.js'
import { askOpennessOfAssigned } from './compile/openness.js'
import { walkPage } from './compile/walk.js'
import { chooseWay } from './compile/way.js'
import { contentsOf } from './condition/tree.js'
import { readOrder } from './fields/order.js'
import { findWanted, readInputs } from './parameters/read-search.js'
import { savedCriteria } from './parameters/saved.js'

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
  const parameters = savedCriteria(query, 'saved_search_id')
  const criteria = await readInputs(tx, call, [parameters])
  const viewer = { ...call, contents: contentsOf(criteria.condition) }
  const { order } = readOrder(parameters['order'] ?? [], viewer)
  const way = await chooseWay(tx, await findWanted(tx, call, criteria))
  const wanted: Where<'bugs'> = { and: [askOpennessOfAssigned(way.wanted, call.catalogue), ...isWithin(period)] }
  const visible = visibleBugs(call)
  const page = { wanted, visible, beyond: undefined, order, offset: 0, limit: most + 1 }
  const walked = way.isCommon ? await walkPage(tx, page) : undefined
  const ids = walked ?? (await selectIds(tx, { and: [wanted, visible] }, order))
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

async function selectIds(tx: Reader, where: Where<'bugs'>, order: readonly Order<'bugs'>[]): Promise<number[]> {
  const rows = await tx.select({ from: 'bugs', where, order, limit: most + 1, columns: ['id'] })
  return rows.map(({ id }) => id)
}
