import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { createAnswerSize } from '../../call/answer-size.js'
import { groupBy } from '../../kernel/collections.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { historyEntry, loadHistory } from '../../domain/bugs/view/history.js'

const bugHistory = z
  .object({
    id: z.int().meta({ ref: 'bug', description: 'ID of the bug.' }),
    alias: z.array(z.string()).meta({ description: 'Aliases of the bug.' }),
    history: z.array(historyEntry).meta({ description: 'Changes, oldest first.' }),
  })
  .meta({ id: 'BugHistory', description: 'The history of a bug.' })

// Contract: Bug history.
export const historyOfBugs = defineRead({
  name: 'bugs.history',
  summary: 'Get the history of bugs',
  description:
    'Changes of bugs with time and user: oldest first, one entry for all changes that one user made at once. With ' +
    '`new_since`, only later changes. Callers get only what they can see: hours are for time trackers, private ' +
    'attachments and the privacy of comments for insiders, and hidden bugs are not named.\n\n' +
    'Fails with `answer_too_large` if the histories of several bugs exceed 32 MB in all. The history of a single ' +
    'bug can have any size.',
  errors: ['bug_id_does_not_exist', 'improper_bug_id_field_value', 'answer_too_large'],
  examples: [
    {
      title: 'Get changes this year',
      code: "const { bugs } = await alice.bugs.history({ ids: [12], new_since: new Date('2026-01-01T00:00:00Z') })",
    },
  ],
  access: 'optional',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'IDs and aliases.' }),
    new_since: z.date().optional().meta({ description: 'Only changes after this time.' }),
    ...fieldFilter,
  }),
  filters: 'bugs',
  output: z.object({
    bugs: z.array(bugHistory).meta({ description: 'Bugs in the requested order.' }),
  }),
  async run(tx, input, call) {
    const filter = createFieldFilter(input)
    const ofEntry = filter.within('history')
    const ofChange = ofEntry.within('changes')
    const bugs = await requireBugs(tx, call, input.ids, 'ids')
    const ofBugs = { col: 'bug_id', in: bugs.map((bug) => bug.id) } as const
    const aliases = groupBy(await tx.select({ from: 'bug_aliases', where: ofBugs }), (row) => row.bug_id)
    const size = bugs.length > 1 ? createAnswerSize() : undefined
    const entries = filter.wants('history') ? await loadHistory(tx, call, ofBugs.in, input.new_since, size) : undefined
    const views = bugs.map(({ id }) =>
      filter.pick({
        id,
        alias: (aliases.get(id) ?? []).map((row) => row.alias),
        history: (entries?.get(id) ?? []).map((entry) =>
          ofEntry.pick({ ...entry, changes: entry.changes.map((change) => ofChange.pick(change)) }),
        ),
      }),
    )
    return { bugs: views as z.infer<typeof bugHistory>[] }
  },
})
