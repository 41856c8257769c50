import { z } from 'zod'
import { requireBugs } from '../../access/find-bugs.js'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { bugRef, list } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { pruneVisits } from '../../domain/visits/prune.js'
import { markVisited } from '../../domain/visits/mark-visited.js'
import { viewVisit, visitView } from '../../domain/visits/view.js'

/**
 * Notes that the caller has looked at bugs just now; answers the records, in the order asked. Contract: Bug last visited, POST.
 *
 * `ids`: bugs by number or alias, any that the caller may see. Nobody else's records change, nor do the bugs.
 *
 * @throws login_required (410), param_required (50) without ids, bug_id_does_not_exist (101), improper_bug_id_field_value (100)
 * @example const [visit] = await alice.visits.record({ ids: [12] })
 */
export const recordVisits = defineWrite({
  name: 'visits.record',
  summary: 'Note that the caller has looked at bugs',
  access: 'required',
  input: z.strictObject({ ids: list(bugRef) }),
  output: z.array(visitView),
  async run(tx, input, call) {
    const user = requireUser(call.who)
    if (input.ids.length === 0) throw new TrackerError('param_required', { field: 'ids' })
    const bugIds = (await requireBugs(tx, call, input.ids, 'ids')).map((bug) => bug.id)
    await pruneVisits(tx, call, user.id)
    await markVisited(tx, call, user.id, bugIds)
    return bugIds.map((bug_id) => viewVisit({ bug_id, last_visit_ts: call.now }))
  },
})
