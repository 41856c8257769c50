// Tags on comments: valid words, permissions, and storage.
import { groupBy } from '../../kernel/collections.js'
import type { Call, Viewer } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { fits } from '../../call/define/inputs.js'
import type { NewRow, Row, Writer } from '../../schema/index.js'
import { fold } from '../../store/index.js'

/** Characters. */
const minTagLength = 3
const maxTagLength = 24

/** True for members of comment_taggers_group. If the parameter is empty, no caller may tag. */
export function mayTag({ who, catalogue }: Viewer): boolean {
  const group = catalogue.groups.named(catalogue.parameters.comment_taggers_group)
  return group !== undefined && (who.isSystem || who.groupIds.has(group.id))
}

/** @throws comment_tag_disabled while tags are not in use, auth_failure unless the caller may give them */
export function requireTagger(call: Viewer): void {
  if (call.catalogue.parameters.comment_taggers_group === '') throw new TrackerError('comment_tag_disabled')
  if (!mayTag(call)) throw new TrackerError('auth_failure', { action: 'use comment tags' })
}

/**
 * The tags, each once without regard to case.
 * @throws comment_tag_too_short, comment_tag_too_long, comment_tag_invalid
 */
export function requireTags(given: readonly string[], field: string): string[] {
  const tags = new Map<string, string>()
  for (const one of given) {
    const value = one.trim()
    if (!/^[\p{L}\p{M}\p{N}_.-]*$/u.test(value)) throw new TrackerError('comment_tag_invalid', { field, value })
    if (fits(value, minTagLength - 1))
      throw new TrackerError('comment_tag_too_short', { field, value, limit: minTagLength })
    if (!fits(value, maxTagLength))
      throw new TrackerError('comment_tag_too_long', { field, value, limit: maxTagLength })
    if (!tags.has(fold(value))) tags.set(fold(value), value)
  }
  return [...tags.values()]
}

/**
 * The tags of a comment that is being written, none when the caller may not tag.
 * @throws as requireTags, naming comment_tags
 */
export function permittedTags(call: Call, given: readonly string[] | null | undefined): string[] {
  return mayTag(call) ? requireTags(given ?? [], 'comment_tags') : []
}

/** A change of the tags of a comment, which has none of `added` and all of `removed`. */
export interface TagChange {
  readonly comment: Pick<Row<'comments'>, 'id' | 'bug_id'>
  readonly added: readonly string[]
  readonly removed?: readonly string[]
}

/**
 * Adds tags to comments and removes them, logs the changes, and counts the uses of each. Bugs and their history do not
 * change.
 */
export async function writeTags(tx: Writer, call: Call, changes: readonly TagChange[]): Promise<void> {
  const added = changes.flatMap((change) => change.added.map((tag) => ({ ...change, tag })))
  const removed = changes.flatMap((change) => (change.removed ?? []).map((tag) => ({ ...change, tag })))
  const user_id = call.who.user?.id
  if (added.length + removed.length === 0 || user_id === undefined) return
  for (const [comment_id, gone] of groupBy(removed, ({ comment }) => comment.id)) {
    const tags = { col: 'tag_folded', in: gone.map(({ tag }) => fold(tag)) } as const
    await tx.delete('comment_tags', { and: [{ col: 'comment_id', eq: comment_id }, tags] })
  }
  await tx.insert(
    'comment_tags',
    added.map(({ comment, tag }) => ({ comment_id: comment.id, tag, tag_folded: fold(tag) })),
  )
  const activity = ({ comment }: TagChange) => ({
    bug_id: comment.bug_id,
    comment_id: comment.id,
    user_id,
    at: call.now,
  })
  await tx.insert('comment_tag_activity', [
    ...removed.map((one) => ({ ...activity(one), removed: one.tag, added: '' })),
    ...added.map((one) => ({ ...activity(one), removed: '', added: one.tag })),
  ])
  await countTags(tx, added, removed)
}

/** The tags of comments that are about to go: the words are in use so much less. */
export async function forgetTagsOf(tx: Writer, commentIds: readonly number[]): Promise<void> {
  const where = { col: 'comment_id', in: commentIds } as const
  const tags = await tx.select({ from: 'comment_tags', where, columns: ['tag'] })
  if (tags.length > 0) await countTags(tx, [], tags)
}

interface Tagged {
  readonly tag: string
}

/** A tag is spelt as when it was first in use; one that is in use no more is forgotten. */
async function countTags(tx: Writer, added: readonly Tagged[], removed: readonly Tagged[]): Promise<void> {
  const changes = new Map<string, { readonly tag: string; change: number }>()
  const count = ({ tag }: Tagged, by: number) => {
    const known = changes.get(fold(tag)) ?? { tag, change: 0 }
    known.change += by
    changes.set(fold(tag), known)
  }
  for (const one of removed) count(one, -1)
  for (const one of added) count(one, 1)
  const where = { col: 'tag_folded', in: [...changes.keys()] } as const
  const known = new Map((await tx.select({ from: 'comment_tag_weights', where })).map((row) => [row.tag_folded, row]))
  const rows = Array.from(changes, ([tag_folded, { tag, change }]): NewRow<'comment_tag_weights'> => {
    const before = known.get(tag_folded)
    return { tag_folded, tag: before?.tag ?? tag, weight: (before?.weight ?? 0) + change }
  })
  await tx.delete('comment_tag_weights', where)
  await tx.insert(
    'comment_tag_weights',
    rows.filter((row) => row.weight > 0),
  )
}
