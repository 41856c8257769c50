import * as z from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { pruneVisits, viewVisit, visitView, type Visit } from '../../domain/visits/visit.js'
import { recordSeen, seenInput } from '../../domain/visits/record-seen.js'

// Contract: Bug last visited, POST.
export const recordVisits = defineWrite({
  name: 'visits.record',
  summary: 'Record visits of the caller to bugs',
  description:
    'Records that the caller has visited bugs now; returns the visits in the requested order.\n\n' +
    'The visits of other users and the bugs do not change. In the inbox of the caller, the bugs are done.\n\n' +
    'Fails with `param_required` without ids; `param_invalid` for `seen` with several bugs.',
  errors: ['login_required', 'param_required', 'param_invalid', 'bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [{ title: 'Look at a bug', code: 'const [visit] = await alice.visits.record({ ids: [12] })' }],
  access: 'required',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'Bugs by ID or alias.' }),
    seen: seenInput.optional().meta({
      description:
        'For a single bug: `seen` of the response of `bugs.view` that was shown. Later changes stay unread ' +
        'in the inbox. By default, all changes are seen.',
    }),
    ...fieldFilter,
  }),
  filters: '',
  output: z.array(visitView),
  async run(tx, input, call) {
    const user = requireUser(call.who)
    if (input.ids.length === 0) throw new TrackerError('param_required', { field: 'ids' })
    const bugs = await requireBugs(tx, call, input.ids, 'ids')
    if (input.seen !== undefined && bugs.length > 1)
      throw new TrackerError('param_invalid', { field: 'seen', value: input.seen, accepted: 'one bug in `ids`' })
    const bugIds = bugs.map((bug) => bug.id)
    await pruneVisits(tx, call, user.id)
    await recordSeen(tx, call, user.id, bugs, input.seen)
    const filter = createFieldFilter(input)
    return bugIds.map((bug_id) => filter.pick(viewVisit({ bug_id, last_visit_ts: call.now })) as Visit)
  },
})
