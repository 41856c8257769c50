import { z } from 'zod'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, oneOrMany, feedPosition, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { changeEntry, changeTypes, type ChangeEntry } from '../../feed/change-entry.js'
import { readFilter } from '../../feed/filter.js'
import { mostLooked, readPage } from '../../feed/page.js'
import { positionAt, readFeedState, readPosition } from '../../feed/position.js'

const mostAnswered = 1000

export const getChanges = defineRead({
  name: 'changes.get',
  runsOutside: 'wait for changes',
  summary: 'What has happened, in the order in which it happened',
  description:
    'The change feed: an entry for each bug that an operation made or changed, and for each object of the set-up, ' +
    'oldest first. Nothing is missing, and nothing comes late: whoever gives `next` back as `since` gets everything, ' +
    'each entry once.\n\n' +
    'Callers are told of what they may see when they ask, as everywhere. An entry of which nothing is left is left ' +
    'out, and `next` goes on beyond it. Of a bug that everybody could see and the caller cannot since, the entry ' +
    'that hid it is told as `bug.hidden`, and one that was deleted as `bug.deleted`, whatever `product` and ' +
    '`component` say, so that copies can be dropped. `administration.changed` is for administrators.\n\n' +
    'Texts are not in it: get comments by their numbers. What is older than the parameter changes_keep_days is ' +
    'removed; then `changes_gone` says that a full copy is due.\n\n' +
    'At most 10,000 stored entries are looked at: `more` may be true although nothing was found.',
  errors: ['changes_gone', 'object_does_not_exist', 'bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [
    {
      title: 'Everything since last time',
      code:
        "let since = 'now'\n" +
        'const page = await alice.changes.get({ since, limit: 500 })\n' +
        'for (const change of page.changes) console.log(change.type, change.bug_id)\n' +
        'since = page.next',
    },
  ],
  access: 'optional',
  filters: 'changes',
  input: z.strictObject({
    since: z
      .union([z.int(), feedPosition])
      .optional()
      .meta({
        description:
          'What `next` of an earlier answer says; `now`: only what comes from now on; the number of an entry: what ' +
          'comes after it. Absent: all that is kept.',
      }),
    limit: z
      .int()
      .min(1)
      .max(mostAnswered)
      .default(100)
      .meta({ description: 'At most so many entries, 1 to 1000, default 100.' }),
    wait: z
      .int()
      .min(0)
      .max(60)
      .default(0)
      .meta({
        description:
          'For how many seconds to wait while there is nothing, 0 to 60: the answer comes as soon as there is something. ' +
          'In a transaction nothing is waited for.',
      }),
    bug: oneOrMany(bugRef)
      .default([])
      .meta({
        description:
          'Only of these bugs. One that the caller may not see is no bug, unless it was hidden or deleted since, as the ' +
          'answer tells.',
      }),
    product: oneOrMany(word).default([]).meta({ description: 'Only of bugs that are in one of these products now.' }),
    component: oneOrMany(word)
      .default([])
      .meta({ description: 'Only of bugs that are in a component of this name now.' }),
    type: oneOrMany(z.enum(changeTypes)).default([]).meta({ description: 'Only entries of these types.' }),
    ...fieldFilter,
  }),
  output: z.object({
    changes: z.array(changeEntry).meta({ description: 'The entries, the oldest first.' }),
    next: z
      .string()
      .meta({ description: 'Where to go on: give it back as `since`. It comes also when nothing was found.' }),
    more: z
      .boolean()
      .meta({ description: 'Whether there are entries beyond `next` already, for the caller or for others.' }),
  }),
  async run(tx, input, call) {
    const state = await readFeedState(tx)
    const after = await readPosition(tx, input.since, state)
    const filter = await readFilter(tx, call, input, { after, last: Math.min(state.change_seq, after + mostLooked) })
    const { changes, last } = await readPage(tx, call, { after, head: state.change_seq, limit: input.limit, filter })
    const fields = createFieldFilter(input)
    const picked = fields.isDefault ? changes : (changes.map((change) => fields.pick(change)) as ChangeEntry[])
    return { changes: picked, next: positionAt(state, last), more: last < state.change_seq }
  },
})
