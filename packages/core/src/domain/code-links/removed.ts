// Links that were removed. Hosts repeat events, and deliver some late: none of the time before creates them again.
import { createHash } from 'node:crypto'
import type { CodeItem } from '../../code/code-event.js'
import type { Reader, Writer } from '../../schema/index.js'
import type { CodeLink } from './view.js'

type Key = Pick<CodeLink, 'repository' | 'kind' | 'ref'>

/** Notes that links were removed, as of a time by the clock of the host. */
export async function noteRemoved(
  tx: Writer,
  links: readonly (Key & Pick<CodeLink, 'bug_id' | 'changed_at'>)[],
): Promise<void> {
  const rows = links.map(({ bug_id, changed_at, ...key }) => ({ bug_id, link_hash: hashOf(key), changed_at }))
  if (rows.length > 0) await tx.put('removed_code_links', rows)
}

/** Returns whether a link was removed at the time of an item, or later. */
export async function loadRemoved(
  tx: Reader,
  { bugId, repository }: { readonly bugId: number; readonly repository: string },
  items: readonly CodeItem[],
): Promise<(item: CodeItem) => boolean> {
  const ofBug = { col: 'bug_id', eq: bugId } as const
  const [any] = items.length === 0 ? [] : await tx.select({ from: 'removed_code_links', where: ofBug, limit: 1 })
  // Of most bugs none was removed, and hashes cost more than the question.
  if (!any) return () => false
  const hashes = new Map(items.map((item) => [item, hashOf({ ...item, repository })]))
  const where = { and: [ofBug, { col: 'link_hash', in: [...hashes.values()] } as const] }
  const rows = await tx.select({ from: 'removed_code_links', where })
  const removed = new Map(rows.map((row) => [row.link_hash, row.changed_at]))
  return (item) => (removed.get(hashes.get(item) ?? '') ?? new Date(0)) >= item.changedAt
}

function hashOf({ repository, kind, ref }: Key): string {
  return createHash('sha256')
    .update(JSON.stringify([repository, kind, ref]))
    .digest('base64url')
}
