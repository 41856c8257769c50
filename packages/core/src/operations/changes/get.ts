import * as z from 'zod'
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
  summary: 'Read the change feed',
  description:
    'The change feed: an entry for each bug that an operation created or changed, and for each object of the ' +
    'configuration, oldest first. A client that passes `next` as `since` gets every entry exactly once.\n\n' +
    'Callers get only what they can see at the time of the call. Entries without visible content are omitted, and ' +
    '`next` points beyond them. If a bug was public and the caller cannot see it now, the entry that hid it is ' +
    '`bug.hidden`, and that of a deleted bug `bug.deleted`, regardless of `product` and `component`, so that ' +
    'copies can be deleted. `administration.changed` is for administrators.\n\n' +
    'Texts are not included: get comments by their IDs. Entries older than the parameter changes_keep_days are ' +
    'removed; then `changes_gone` requires a full copy.\n\n' +
    'At most 10,000 stored entries are read: `more` can be true even if no entry was found.',
  errors: ['changes_gone', 'object_does_not_exist', 'bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [
    {
      title: 'Get everything since the last call',
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
          '`next` of an earlier response; `now`: only future entries; the sequence number of an entry: the entries ' +
          'after it. Absent: all entries.',
      }),
    limit: z
      .int()
      .min(1)
      .max(mostAnswered)
      .default(100)
      .meta({ description: 'Maximum number of entries, 1 to 1000. Defaults to 100.' }),
    wait: z
      .int()
      .min(0)
      .max(60)
      .default(0)
      .meta({
        description:
          'Seconds to wait if there are no entries, 0 to 60. The response is sent as soon as there is one. ' +
          'Ignored in a transaction.',
      }),
    bug: oneOrMany(bugRef)
      .default([])
      .meta({
        description:
          'IDs of the bugs. A bug that the caller cannot see does not exist, unless the response reports it as ' +
          'hidden or deleted.',
      }),
    product: oneOrMany(word).default([]).meta({ description: 'Current products of the bugs.' }),
    component: oneOrMany(word).default([]).meta({ description: 'Names of the current components of the bugs.' }),
    type: oneOrMany(z.enum(changeTypes)).default([]).meta({ description: 'Only entries of these types.' }),
    ...fieldFilter,
  }),
  output: z.object({
    changes: z.array(changeEntry).meta({ description: 'Entries, oldest first.' }),
    next: z
      .string()
      .meta({ description: 'Position for the next request: pass it as `since`. Also returned if no entry was found.' }),
    more: z.boolean().meta({ description: 'Whether there are entries beyond `next`, visible to the caller or not.' }),
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
