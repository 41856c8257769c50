// Tags on comments: which words may be one, who may give them, and how they are kept.
import type { Call } from '../context.js'
import { TrackerError } from '../errors.js'
import type { Writer } from '../schema/index.js'
import { fold } from '../store/index.js'

/** Characters. */
const minTagLength = 3
const maxTagLength = 24

/** Whether the caller may give tags: a member of comment_taggers_group, and nobody while that is not set. */
export function mayTag({ who, catalogue }: Pick<Call, 'who' | 'catalogue'>): boolean {
  const group = catalogue.groups.named(catalogue.parameters.comment_taggers_group)
  return group !== undefined && (who.isSystem || who.groupIds.has(group.id))
}

/**
 * The tags, each once without regard to case.
 * @throws comment_tag_too_short, comment_tag_too_long, comment_tag_invalid
 */
export function requireTags(given: readonly string[], field: string): string[] {
  const tags = new Map<string, string>()
  for (const one of given) {
    const value = one.trim()
    if (!/^[\w.-]*$/.test(value)) throw new TrackerError('comment_tag_invalid', { field, value })
    if (value.length < minTagLength)
      throw new TrackerError('comment_tag_too_short', { field, value, limit: minTagLength })
    if (value.length > maxTagLength)
      throw new TrackerError('comment_tag_too_long', { field, value, limit: maxTagLength })
    if (!tags.has(fold(value))) tags.set(fold(value), value)
  }
  return [...tags.values()]
}

/** Puts tags on a comment that has none of them, and counts how often each is in use. */
export async function attachTags(
  tx: Writer,
  call: Call,
  comment: { readonly id: number; readonly bug_id: number },
  tags: readonly string[],
): Promise<void> {
  const user_id = call.who.user?.id
  if (tags.length === 0 || user_id === undefined) return
  const rows = tags.map((tag) => ({ tag, tag_folded: fold(tag) }))
  await tx.insert(
    'comment_tags',
    rows.map((row) => ({ ...row, comment_id: comment.id })),
  )
  await tx.insert(
    'comment_tag_activity',
    tags.map((added) => ({
      bug_id: comment.bug_id,
      comment_id: comment.id,
      user_id,
      at: call.now,
      added,
      removed: '',
    })),
  )
  const where = { col: 'tag_folded', in: rows.map((row) => row.tag_folded) } as const
  const known = new Map((await tx.select({ from: 'comment_tag_weights', where })).map((row) => [row.tag_folded, row]))
  await tx.delete('comment_tag_weights', where)
  await tx.insert(
    'comment_tag_weights',
    rows.map((row) => {
      const used = known.get(row.tag_folded)
      return { ...(used ?? row), weight: (used?.weight ?? 0) + 1 }
    }),
  )
}
