// Data of bugs that responses have only on request.
import { visibleComments } from '../../../access/visibility.js'
import type { Call } from '../../../call/context.js'
import type { Reader, Where } from '../../../schema/index.js'
import { isOn } from '../../../setup/catalogue.js'
import { marksOf } from '../../marks/set.js'

type OfBugs = { readonly col: 'bug_id'; readonly in: readonly number[] }

/** How many users reacted to the visible descriptions with +1, for those with any. */
export async function loadVotes(tx: Reader, call: Call, ofBugs: OfBugs): Promise<ReadonlyMap<number, number>> {
  if (!isOn(call.catalogue, 'use_comment_reactions')) return new Map()
  const where: Where<'comments'> = {
    and: [ofBugs, { col: 'count', eq: 0 }, { col: 'has_reactions', eq: true }, visibleComments(call)],
  }
  const descriptions = await tx.select({ from: 'comments', where, columns: ['id', 'bug_id'] })
  if (descriptions.length === 0) return new Map()
  const bugOf = new Map(descriptions.map(({ id, bug_id }) => [id, bug_id]))
  const rows = await tx.countBy({
    from: 'comment_reactions',
    where: {
      and: [
        { col: 'comment_id', in: [...bugOf.keys()] },
        { col: 'reaction', eq: '+1' },
      ],
    },
    by: [{ col: 'comment_id' }],
    limit: bugOf.size,
  })
  return new Map(rows.map(({ key: [id], count }) => [bugOf.get(id as number) ?? 0, count]))
}

/** The times up to which the caller has seen the bugs. */
export async function loadSeen(tx: Reader, { who }: Call, ofBugs: OfBugs): Promise<ReadonlyMap<number, Date>> {
  if (!who.user) return new Map()
  const where = marksOf(who.user.id, ofBugs.in)
  const rows = await tx.select({ from: 'bug_marks', where, columns: ['bug_id', 'seen_until'] })
  return new Map(rows.flatMap(({ bug_id, seen_until }) => (seen_until ? [[bug_id, seen_until] as const] : [])))
}
