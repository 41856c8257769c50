import { must } from '../../kernel/must.js'
import { z } from 'zod'
import { visibleHistory } from '../../access/visibility.js'
import { groupBy } from '../../kernel/collections.js'
import { shownLogin, type Call, type User } from '../../call/context.js'
import { bugRef, list } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Reader, Row } from '../../schema/index.js'
import { loadUsers } from '../../domain/users/find.js'
import { requireBugs } from '../../access/find-bugs.js'
import { withoutHiddenBugs } from '../../access/hidden-references.js'

const change = z.object({
  /** The name of the field in bugs; for what bugs do not show a name of its own, such as attachments.description. */
  field_name: z.string(),
  /** The value before, or the members of a list that went. */
  removed: z.string(),
  added: z.string(),
  /** Only when the change was made to an attachment. */
  attachment_id: z.int().exactOptional(),
  /** Only when the change was made to the privacy of a comment. */
  comment_id: z.int().exactOptional(),
})

const entry = z.object({
  when: z.date(),
  /** Login name. */
  who: z.string(),
  changes: z.array(change),
})

type Entry = z.output<typeof entry>

/**
 * What was changed in bugs, when and by whom: oldest first, one entry for all that one person changed at once. With `new_since`
 * only what is later than that. Callers are told of what they may see: hours are for time trackers, private attachments and the
 * privacy of comments for insiders, and bugs they may not see are not named. Contract: Bug history.
 *
 * @throws bug_id_does_not_exist, improper_bug_id_field_value
 * @example
 * const { bugs } = await alice.bugs.history({ ids: [12], new_since: new Date('2026-01-01T00:00:00Z') })
 */
export const historyOfBugs = defineRead({
  name: 'bugs.history',
  summary: 'What was changed in bugs, when and by whom',
  access: 'optional',
  input: z.strictObject({ ids: list(bugRef), new_since: z.date().optional() }),
  output: z.object({
    bugs: z.array(z.object({ id: z.int(), alias: z.array(z.string()), history: z.array(entry) })),
  }),
  async run(tx, { ids, new_since }, call) {
    const bugs = await requireBugs(tx, call, ids, 'ids')
    const ofBugs = { col: 'bug_id', in: bugs.map((bug) => bug.id) } as const
    const since = new_since ? [{ col: 'at', gt: new_since } as const] : []
    const rows = await tx.select({
      from: 'bug_history',
      where: { and: [ofBugs, ...since, visibleHistory(call)] },
      order: [{ col: 'at' }],
    })
    const aliases = groupBy(await tx.select({ from: 'bug_aliases', where: ofBugs }), (row) => row.bug_id)
    const entries = await entriesOf(tx, call, rows)
    return {
      bugs: bugs.map(({ id }) => ({
        id,
        alias: (aliases.get(id) ?? []).map((row) => row.alias),
        history: entries.get(id) ?? [],
      })),
    }
  },
})

/** By bug. Rows come oldest first. */
async function entriesOf(tx: Reader, call: Call, stored: readonly Row<'bug_history'>[]): Promise<Map<number, Entry[]>> {
  const rows = await withoutHiddenBugs(tx, call, stored)
  const people = await loadUsers(
    tx,
    rows.map((row) => row.user_id),
  )
  const entries = new Map<number, Entry[]>()
  for (const [bugId, ofBug] of groupBy(rows, (row) => row.bug_id)) {
    const updates = groupBy(ofBug, (row) => `${row.at.getTime()} ${row.user_id}`)
    entries.set(
      bugId,
      [...updates.values()].map((update) => viewUpdate(call, people, update)),
    )
  }
  return entries
}

function viewUpdate(call: Call, people: ReadonlyMap<number, User>, rows: readonly Row<'bug_history'>[]): Entry {
  const [{ at, user_id }] = rows as [Row<'bug_history'>]
  return {
    when: at,
    who: shownLogin(call, must(people.get(user_id), 'user', user_id).login),
    changes: rows.map(({ field, removed, added, attachment_id, comment_id }) => ({
      field_name: field,
      removed,
      added,
      ...(attachment_id !== null && { attachment_id }),
      ...(comment_id !== null && { comment_id }),
    })),
  }
}
