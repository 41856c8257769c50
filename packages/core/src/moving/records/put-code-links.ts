// Imports links from bugs to code.
import { columnsOf } from '../../domain/code-links/rows.js'
import type { Batch } from './batch.js'
import type { Planned } from './planned.js'

/**
 * Replaces the links of bugs whose records have any. Like links that a person made, they stay if a title no longer names
 * the bug.
 */
export async function putCodeLinks({ tx, now }: Batch, planned: readonly Planned[]): Promise<void> {
  const given = planned.filter(({ bug }) => bug.code_links !== undefined)
  const old = given.filter(({ isNew }) => !isNew).map(({ bug }) => bug.id)
  if (old.length > 0) await tx.delete('code_links', { col: 'bug_id', in: old })
  const rows = given.flatMap(({ bug }) => {
    const links = bug.code_links ?? []
    const byKey = new Map(links.map((link) => [`${link.repository.toLowerCase()} ${link.kind} ${link.ref}`, link]))
    return Array.from(byKey.values(), (link) => {
      const { repository, has_closed, attachment_id, time: changedAt, ...item } = link
      const [host = ''] = repository.split('/')
      const code = { id: repository.toLowerCase(), name: '', host, defaultBranch: '', isPrivate: link.is_private }
      return {
        ...columnsOf({ ...item, text: '', target: '', isAccount: false, changedAt }, code),
        ...{ bug_id: bug.id, hook_id: null, has_closed, creation_time: now },
        attachment_id: bug.attachments.some(({ id }) => id === attachment_id) ? (attachment_id ?? null) : null,
      }
    })
  })
  if (rows.length > 0) await tx.insert('code_links', rows)
}
