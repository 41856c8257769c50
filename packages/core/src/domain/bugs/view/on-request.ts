// Data of bugs that responses have only on request.
import type { Call } from '../../../call/context.js'
import type { Reader } from '../../../schema/index.js'
import { marksOf } from '../../marks/set.js'

type OfBugs = { readonly col: 'bug_id'; readonly in: readonly number[] }

/** The times up to which the caller has seen the bugs. */
export async function loadSeen(tx: Reader, { who }: Call, ofBugs: OfBugs): Promise<ReadonlyMap<number, Date>> {
  if (!who.user) return new Map()
  const where = marksOf(who.user.id, ofBugs.in)
  const rows = await tx.select({ from: 'bug_marks', where, columns: ['bug_id', 'seen_until'] })
  return new Map(rows.flatMap(({ bug_id, seen_until }) => (seen_until ? [[bug_id, seen_until] as const] : [])))
}
