import { z } from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { pruneVisits, viewVisit, visitView, type Visit } from '../../domain/visits/visit.js'
import { markVisited } from '../../domain/visits/mark-visited.js'

// Contract: Bug last visited, POST.
export const recordVisits = defineWrite({
  name: 'visits.record',
  summary: 'Note that the caller has looked at bugs',
  description:
    'Records that the caller has visited bugs now; returns the visits in the requested order.\n\n' +
    'The visits of other users and the bugs do not change.\n\n' +
    'Fails with `param_required` without ids.',
  errors: ['login_required', 'param_required', 'bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [{ title: 'Look at a bug', code: 'const [visit] = await alice.visits.record({ ids: [12] })' }],
  access: 'required',
  input: z.strictObject({
    ids: list(bugRef).meta({ description: 'Bugs by number or alias, any that the caller may see.' }),
    ...fieldFilter,
  }),
  filters: '',
  output: z.array(visitView),
  async run(tx, input, call) {
    const user = requireUser(call.who)
    if (input.ids.length === 0) throw new TrackerError('param_required', { field: 'ids' })
    const bugIds = (await requireBugs(tx, call, input.ids, 'ids')).map((bug) => bug.id)
    await pruneVisits(tx, call, user.id)
    await markVisited(tx, call, user.id, bugIds)
    const filter = createFieldFilter(input)
    return bugIds.map((bug_id) => filter.pick(viewVisit({ bug_id, last_visit_ts: call.now })) as Visit)
  },
})
