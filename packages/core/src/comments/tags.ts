// Tags on comments: which words may be one, who may give them, and how they are kept.
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import { fits } from '../inputs.js'
import type { NewRow, Row, Writer } from '../schema/index.js'
import { fold } from '../store/index.js'

/** Characters. */
const minTagLength = 3
const maxTagLength = 24

/** Whether the caller may give tags: a member of comment_taggers_group, and nobody while that is not set. */
export function mayTag({ who, catalogue }: Pick<Call, 'who' | 'catalogue'>): boolean {
  const group = catalogue.groups.named(catalogue.parameters.comment_taggers_group)
  return group !== undefined && (who.isSystem || who.groupIds.has(group.id))
}

/** @throws comment_tag_disabled while tags are not in use, auth_failure unless the caller may give them */
export function requireTagger(call: Pick<Call, 'who' | 'catalogue'>): void {
  if (call.catalogue.parameters.comment_taggers_group === '') throw new TrackerError('comment_tag_disabled')
  if (!mayTag(call)) throw new TrackerError('auth_failure', { action: 'work with comment tags' })
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
 * Puts tags on a comment that has none of `added` and all of `removed`, logs who did it, and counts how often each is in use.
 * The bug and its history stay as they are.
 */
export async function writeTags(
  tx: Writer,
  call: Call,
  comment: Pick<Row<'comments'>, 'id' | 'bug_id'>,
  { added, removed = [] }: { readonly added: readonly string[]; readonly removed?: readonly string[] },
): Promise<void> {
  const user_id = call.who.user?.id
  if (added.length + removed.length === 0 || user_id === undefined) return
  const ofComment = { col: 'comment_id', eq: comment.id } as const
  if (removed.length > 0)
    await tx.delete('comment_tags', { and: [ofComment, { col: 'tag_folded', in: removed.map(fold) }] })
  await tx.insert(
    'comment_tags',
    added.map((tag) => ({ comment_id: comment.id, tag, tag_folded: fold(tag) })),
  )
  const activity = { bug_id: comment.bug_id, comment_id: comment.id, user_id, at: call.now }
  await tx.insert('comment_tag_activity', [
    ...removed.map((tag) => ({ ...activity, removed: tag, added: '' })),
    ...added.map((tag) => ({ ...activity, removed: '', added: tag })),
  ])
  await countTags(tx, added, removed)
}

/** A tag is spelt as when it was first in use; one that is in use no more is forgotten. */
async function countTags(tx: Writer, added: readonly string[], removed: readonly string[]): Promise<void> {
  const changes = new Map<string, { readonly tag: string; readonly change: number }>([
    ...removed.map((tag) => [fold(tag), { tag, change: -1 }] as const),
    ...added.map((tag) => [fold(tag), { tag, change: 1 }] as const),
  ])
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
