import { must } from '../../kernel/must.js'
import { z } from 'zod'
import { visibleHistory } from '../../access/visibility.js'
import { groupBy } from '../../kernel/collections.js'
import { shownLogin, type Call, type Person } from '../../call/context.js'
import { bugRef, list } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Reader, Row } from '../../schema/index.js'
import { loadPeople } from '../../domain/users/load-people.js'
import { requireBugs } from '../../access/find-bugs.js'
import { withoutHiddenBugs } from '../../access/hidden-references.js'

const change = z
  .object({
    field_name: z.string().meta({
      description:
        'The name of the field in bugs; for what bugs do not show a name of its own, such as attachments.description.',
    }),
    removed: z.string().meta({ description: 'The value before, or the members of a list that went.' }),
    added: z.string().meta({ description: 'The value after, or the members of a list that came.' }),
    attachment_id: z.int().exactOptional().meta({
      ref: 'attachment',
      description: 'The number of the attachment that the change was made to; absent for others.',
    }),
    comment_id: z
      .int()
      .exactOptional()
      .meta({ ref: 'comment', description: 'The number of the comment whose privacy was changed; absent for others.' }),
  })
  .meta({ id: 'HistoryChange', description: 'A change of one field.' })

const entry = z
  .object({
    when: z.date().meta({ description: 'When it was done.' }),
    who: z.string().meta({ ref: 'user', description: 'The login name of who did it.' }),
    changes: z.array(change).meta({ description: 'What changed, a field each.' }),
  })
  .meta({ id: 'HistoryEntry', description: 'What one person changed at once.' })

type Entry = z.output<typeof entry>

// Contract: Bug history.
export const historyOfBugs = defineRead({
  name: 'bugs.history',
  summary: 'What was changed in bugs, when and by whom',
  description:
    'What was changed in bugs, when and by whom: oldest first, one entry for all that one person changed at once. ' +
    'With `new_since` only what is later than that. Callers are told of what they may see: hours are for time ' +
    'trackers, private attachments and the privacy of comments for insiders, and bugs they may not see are not ' +
    'named.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [
    {
      title: 'What was changed this year',
      code: "const { bugs } = await alice.bugs.history({ ids: [12], new_since: new Date('2026-01-01T00:00:00Z') })",
    },
  ],
  access: 'optional',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'Numbers and aliases.' }),
    new_since: z.date().optional().meta({ description: 'Only what is later than this.' }),
  }),
  output: z.object({
    bugs: z
      .array(
        z.object({
          id: z.int().meta({ ref: 'bug', description: 'The number of the bug.' }),
          alias: z.array(z.string()).meta({ description: 'Its aliases.' }),
          history: z.array(entry).meta({ description: 'What was changed, the oldest first.' }),
        }),
      )
      .meta({ description: 'The bugs, in the order asked.' }),
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
  const people = await loadPeople(
    tx,
    call,
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

function viewUpdate(call: Call, people: ReadonlyMap<number, Person>, rows: readonly Row<'bug_history'>[]): Entry {
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
