// Votes of bugs: the users who reacted to the description with +1. A private description has none, because its reactions are private.
import { groupBy } from '../../kernel/collections.js'
import type { Reader, Where, Writer } from '../../schema/index.js'
import type { ReactionName } from './reactions.js'

export const vote: ReactionName = '+1'

/** Returns the votes of those of the bugs that have any. */
export async function countVotes(tx: Reader, bugIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const descriptions = await tx.select({
    from: 'comments',
    where: {
      and: [
        { col: 'bug_id', in: bugIds },
        { col: 'count', eq: 0 },
        { col: 'has_reactions', eq: true },
        { col: 'is_private', eq: false },
      ],
    },
    columns: ['id', 'bug_id'],
  })
  if (descriptions.length === 0) return new Map()
  const bugOf = new Map(descriptions.map(({ id, bug_id }) => [id, bug_id]))
  const given = await tx.countBy({
    from: 'comment_reactions',
    where: {
      and: [
        { col: 'comment_id', in: [...bugOf.keys()] },
        { col: 'reaction', eq: vote },
      ],
    },
    by: [{ col: 'comment_id' }],
    limit: bugOf.size,
  })
  return new Map(given.map(({ key: [id], count }) => [bugOf.get(id as number) as number, count]))
}

/** Returns the bugs with votes, or those for which one user has voted; also those whose votes do not count. */
export async function findVotedFor(tx: Reader, userId?: number): Promise<number[]> {
  const votes: Where<'comment_reactions'> = { col: 'reaction', eq: vote }
  const where = userId === undefined ? votes : { and: [votes, { col: 'user_id', eq: userId } as const] }
  const descriptions = await tx.select({
    from: 'comments',
    where: {
      and: [
        { col: 'count', eq: 0 },
        { some: 'reactions', where },
      ],
    },
    columns: ['bug_id'],
  })
  return descriptions.map(({ bug_id }) => bug_id)
}

/** Stores the votes of the bugs where they have changed. */
export async function updateVotes(tx: Writer, bugIds: readonly number[]): Promise<void> {
  if (bugIds.length === 0) return
  const counted = await countVotes(tx, bugIds)
  const bugs = await tx.select({ from: 'bugs', where: { col: 'id', in: bugIds }, columns: ['id', 'votes'] })
  const wrong = bugs.filter(({ id, votes }) => votes !== (counted.get(id) ?? 0))
  for (const [votes, same] of groupBy(wrong, ({ id }) => counted.get(id) ?? 0))
    await tx.update('bugs', { col: 'id', in: same.map(({ id }) => id) }, { votes })
}
