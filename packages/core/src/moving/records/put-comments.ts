// Imports the comments of bugs.
import { updateVotes } from '../../domain/comments/votes.js'
import type { NewRow } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { Batch } from './batch.js'
import { idsByBug, type Planned } from './planned.js'

/** Rewrites the comments, numbered in order. Returns the IDs of new ones by bug. */
export async function putComments(
  { tx, now }: Batch,
  planned: readonly Planned[],
  idOf: (login: string) => number,
): Promise<Map<number, number[]>> {
  const where = { col: 'bug_id', in: planned.map(({ bug }) => bug.id) } as const
  const earlier = await tx.select({ from: 'comments', where, columns: ['id', 'has_reactions'] })
  const there = new Set(earlier.map(({ id }) => id))
  const reacted = new Set(earlier.flatMap(({ id, has_reactions }) => (has_reactions ? [id] : [])))
  const lost = there.size > 0 ? await removeComments({ tx }, [...there]) : []
  const all = planned.flatMap(({ bug }) => {
    const known = new Set(bug.attachments.map(({ id }) => id))
    return described(bug).map(({ id, creator, time, tags, tag_history, reactions, attachment_id, ...said }, count) => ({
      tags,
      tag_history,
      reactions,
      id,
      row: {
        ...said,
        bug_id: bug.id,
        creator_id: idOf(creator),
        count,
        text_folded: fold(said.text),
        creation_time: time,
        // Without a type, the text has the sentence.
        type: said.type ?? 'normal',
        related_bug_id: said.related_bug_id ?? null,
        attachment_id: typeof attachment_id === 'number' && known.has(attachment_id) ? attachment_id : null,
        has_reactions: hasReactions(reactions, id !== undefined && reacted.has(id)),
      } satisfies NewRow<'comments'>,
    }))
  })
  const [numbered, others] = [all.filter(({ id }) => id !== undefined), all.filter(({ id }) => id === undefined)]
  if (numbered.length > 0)
    await tx.insert(
      'comments',
      numbered.map(({ id = 0, row }) => ({ ...row, id })),
    )
  const fresh =
    others.length === 0
      ? []
      : await tx.insert(
          'comments',
          others.map(({ row }) => row),
        )
  const placed = [
    ...numbered.map(({ id, row, ...more }) => ({ ...more, id: id as number, bug_id: row.bug_id })),
    ...others.map(({ row, ...more }, index) => ({ ...more, id: fresh[index] as number, bug_id: row.bug_id })),
  ]
  await putTags({ tx }, placed, lost)
  await putTagHistory({ tx }, placed, [...there], idOf)
  const kept = new Set(placed.map(({ id }) => id))
  const gone = [...there].filter((id) => !kept.has(id))
  if (gone.length > 0) await tx.delete('comment_reactions', { col: 'comment_id', in: gone })
  await putReactions({ tx, now }, placed, there, idOf)
  if (all.some(({ row }) => row.has_reactions)) await updateVotes(tx, where.in)
  return idsByBug(placed.filter(({ id }) => !there.has(id)))
}

/** Removes comments with their dependent rows. Returns their tags, folded. */
async function removeComments({ tx }: Pick<Batch, 'tx'>, ids: readonly number[]): Promise<string[]> {
  const ofComments = { col: 'comment_id', in: ids } as const
  const tags = await tx.select({ from: 'comment_tags', where: ofComments, columns: ['tag_folded'] })
  await tx.delete('comment_tags', ofComments)
  await tx.delete('comment_revisions', ofComments)
  await tx.delete('comment_mentions', ofComments)
  await tx.delete('comments', { col: 'id', in: ids })
  return tags.map(({ tag_folded }) => tag_folded)
}

/** Every bug has a description. */
function described(bug: Planned['bug']): Planned['bug']['comments'] {
  if (bug.comments.length > 0) return bug.comments
  const { creator, creation_time: time } = bug
  return [{ creator, time, text: '', is_private: false, is_markdown: false, tags: [], work_time: 0 }]
}

type Reactions = NonNullable<Planned['bug']['comments'][number]['reactions']>

/** NULL: none. `had`: whether there were some, which stay without a list. */
function hasReactions(reactions: Reactions | undefined, had: boolean): true | null {
  return (reactions ? reactions.length > 0 : had) || null
}

/** Replaces the reactions of comments whose records list them. */
async function putReactions(
  { tx, now }: Pick<Batch, 'tx' | 'now'>,
  placed: readonly { readonly id: number; readonly reactions?: Reactions | undefined }[],
  there: ReadonlySet<number>,
  idOf: (login: string) => number,
): Promise<void> {
  const replaced = placed.flatMap(({ id, reactions }) => (reactions && there.has(id) ? [id] : []))
  if (replaced.length > 0) await tx.delete('comment_reactions', { col: 'comment_id', in: replaced })
  const rows = placed.flatMap(({ id: comment_id, reactions = [] }) =>
    reactions.map(({ user, reaction }) => ({ comment_id, user_id: idOf(user), reaction, at: now })),
  )
  const once = new Map(rows.map((row) => [`${row.comment_id} ${row.user_id} ${row.reaction}`, row]))
  if (once.size > 0) await tx.insert('comment_reactions', [...once.values()])
}

/** Replaces the history of tags if the record has one. */
async function putTagHistory(
  { tx }: Pick<Batch, 'tx'>,
  placed: readonly { readonly id: number; readonly bug_id: number; readonly tag_history?: TagHistory | undefined }[],
  there: readonly number[],
  idOf: (login: string) => number,
): Promise<void> {
  const kept = new Set(placed.filter(({ tag_history }) => !tag_history).map(({ id }) => id))
  const stale = there.filter((id) => !kept.has(id))
  if (stale.length > 0) await tx.delete('comment_tag_activity', { col: 'comment_id', in: stale })
  const rows = placed.flatMap(({ id: comment_id, bug_id, tag_history }) =>
    (tag_history ?? []).map(({ when: at, who, added, removed }) => ({
      comment_id,
      bug_id,
      user_id: idOf(who),
      at,
      added,
      removed,
    })),
  )
  if (rows.length > 0) await tx.insert('comment_tag_activity', rows)
}

type TagHistory = NonNullable<Planned['bug']['comments'][number]['tag_history']>

interface Tagged {
  readonly id: number
  readonly tags: readonly string[]
}

async function putTags({ tx }: Pick<Batch, 'tx'>, comments: readonly Tagged[], lost: readonly string[]): Promise<void> {
  const rows = comments.flatMap(({ id, tags }) => {
    const byName = new Map(tags.map((tag) => [fold(tag), tag]))
    return Array.from(byName, ([tag_folded, tag]) => ({ comment_id: id, tag_folded, tag }))
  })
  if (rows.length > 0) await tx.insert('comment_tags', rows)
  const names = new Map([
    ...lost.map((tag): [string, string] => [tag, tag]),
    ...rows.map((row): [string, string] => [row.tag_folded, row.tag]),
  ])
  if (names.size === 0) return
  const uses = await tx.countBy({
    from: 'comment_tags',
    where: { col: 'tag_folded', in: [...names.keys()] },
    by: [{ col: 'tag_folded' }],
    limit: names.size,
  })
  await tx.delete('comment_tag_weights', { col: 'tag_folded', in: [...names.keys()] })
  const weights = uses.map(({ key: [tag_folded], count: weight }) => ({
    tag_folded: tag_folded as string,
    tag: names.get(tag_folded as string) as string,
    weight,
  }))
  if (weights.length > 0) await tx.insert('comment_tag_weights', weights)
}
