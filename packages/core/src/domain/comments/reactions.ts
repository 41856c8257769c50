// Reactions to comments.
import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { groupBy } from '../../kernel/collections.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row } from '../../schema/index.js'
import { isOn } from '../../setup/catalogue.js'
import { loadPeople } from '../users/load-people.js'
import { showPerson, shownPerson } from '../users/shown-person.js'

export const reactionNames = ['+1', '-1', 'tada', 'smile', 'sad', 'heart'] as const
export type ReactionName = (typeof reactionNames)[number]

const counts = Object.fromEntries(
  reactionNames.map((name) => [
    name,
    z.int().exactOptional().meta({ description: 'Number of users who gave the reaction.' }),
  ]),
) as Record<ReactionName, z.ZodExactOptional<z.ZodInt>>

/** How many people gave each reaction, for those that were given. */
export const reactionCounts = z.object(counts).meta({
  id: 'ReactionCounts',
  description: 'Number of users by reaction. Reactions without users are absent.',
})

export type ReactionCounts = z.output<typeof reactionCounts>

/** @throws reactions_disabled */
export function requireReactions({ catalogue }: Call): void {
  if (!isOn(catalogue, 'use_comment_reactions')) throw new TrackerError('reactions_disabled')
}

/** @throws reaction_invalid, naming the field */
export function requireReactionNames(given: readonly string[], field: string): ReactionName[] {
  const names = new Set<ReactionName>()
  for (const value of given) {
    const name = reactionNames.find((known) => known === value)
    if (!name) throw new TrackerError('reaction_invalid', { field, value, accepted: reactionNames })
    names.add(name)
  }
  return [...names]
}

/** Returns the counts of each comment that has reactions. None while they are switched off. */
export async function loadReactionCounts(
  tx: Reader,
  { catalogue }: Call,
  comments: readonly Pick<Row<'comments'>, 'id' | 'has_reactions'>[],
): Promise<Map<number, ReactionCounts>> {
  const found = new Map<number, ReactionCounts>()
  const ids = comments.flatMap(({ id, has_reactions }) => (has_reactions ? [id] : []))
  if (ids.length === 0 || !isOn(catalogue, 'use_comment_reactions')) return found
  const rows = await tx.countBy({
    from: 'comment_reactions',
    where: { col: 'comment_id', in: ids },
    by: [{ col: 'comment_id' }, { col: 'reaction' }],
    limit: ids.length * reactionNames.length,
  })
  for (const { key, count } of rows) {
    const [id, name] = key as unknown as [number, ReactionName]
    found.set(id, { ...found.get(id), [name]: count })
  }
  return found
}

/** Returns the caller's reactions to each of the comments. */
export async function loadOwnReactions(
  tx: Reader,
  { who }: Call,
  ids: readonly number[],
): Promise<Map<number, ReactionName[]>> {
  const own = new Map<number, ReactionName[]>()
  if (!who.user || ids.length === 0) return own
  const where = { and: [{ col: 'comment_id', in: ids } as const, { col: 'user_id', eq: who.user.id } as const] }
  for (const { comment_id, reaction } of await tx.select({ from: 'comment_reactions', where }))
    own.set(comment_id, [...(own.get(comment_id) ?? []), reaction as ReactionName])
  return own
}

/** People who are named for one comment. */
const mostNamed = 1000

const people = Object.fromEntries(
  reactionNames.map((name) => [
    name,
    z.array(shownPerson).exactOptional().meta({ description: 'Users who gave the reaction, earliest first.' }),
  ]),
) as Record<ReactionName, z.ZodExactOptional<z.ZodArray<typeof shownPerson>>>

/** The people who gave each reaction, for those that were given. */
export const reactionPeople = z.object(people).meta({
  id: 'Reactions',
  description: 'Users by reaction, the earliest 1,000 in total. Reactions without users are absent.',
})

/** Returns the people who reacted to a comment that the caller can see. */
export async function loadReactions(
  tx: Reader,
  call: Call,
  commentId: number,
): Promise<z.output<typeof reactionPeople>> {
  const rows = await tx.select({
    from: 'comment_reactions',
    where: { col: 'comment_id', eq: commentId },
    order: [{ col: 'at' }, { col: 'user_id' }],
    limit: mostNamed,
  })
  const users = await loadPeople(
    tx,
    call,
    rows.map(({ user_id }) => user_id),
  )
  const byName = groupBy(rows, ({ reaction }) => reaction)
  const shown = reactionNames.flatMap((name) => {
    const given = (byName.get(name) ?? []).flatMap(({ user_id }) => users.get(user_id) ?? [])
    return given.length === 0 ? [] : [[name, given.map((user) => showPerson(call, user))] as const]
  })
  return Object.fromEntries(shown)
}
