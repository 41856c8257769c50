import * as z from 'zod'
import { visibleBugs } from '../../access/visibility.js'
import { requireBugs } from '../../access/find-bugs.js'
import { requireUser } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { bugRef, fieldFilter, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Row, Where } from '../../schema/index.js'
import { rememberedVisits, viewVisit, visitView, type Visit } from '../../domain/visits/visit.js'

/** Number of the most recent visits returned if no bugs are named. */
const recent = 20

// Contract: Bug last visited, GET.
export const getVisits = defineRead({
  name: 'visits.get',
  summary: "Get the caller's visits to bugs",
  description:
    "Returns the times of the caller's last visits to bugs.\n\n" +
    'Without `ids`, returns the 20 bugs visited most recently that the caller can still see, latest ' +
    'first. Visits are kept for the number of days in the parameter last_visit_keep_days.',
  errors: ['login_required', 'bug_id_does_not_exist', 'improper_bug_id_field_value'],
  examples: [{ title: 'The bugs looked at most recently', code: 'const visits = await alice.visits.get()' }],
  access: 'required',
  input: z.strictObject({
    ids: list(bugRef).optional().meta({
      description: 'Bugs by ID or alias, returned in the requested order. Bugs that were never visited are omitted.',
    }),
    ...fieldFilter,
  }),
  filters: '',
  output: z.array(visitView),
  async run(tx, input, call) {
    const filter = createFieldFilter(input)
    const view = ({ bug_id, last_visit_ts }: Row<'bug_marks'>) =>
      last_visit_ts ? [filter.pick(viewVisit({ bug_id, last_visit_ts })) as Visit] : []
    const own = { col: 'user_id', eq: requireUser(call.who).id } as const
    const isVisit = { not: { col: 'last_visit_ts', eq: null } } as const
    const mine: Where<'bug_marks'> = { and: [own, isVisit, rememberedVisits(call)] }
    if (input.ids === undefined) {
      const where: Where<'bug_marks'> = { and: [mine, { some: 'bug', where: visibleBugs(call) }] }
      const order = [{ col: 'last_visit_ts', desc: true }] as const
      return (await tx.select({ from: 'bug_marks', where, order, limit: recent })).flatMap(view)
    }
    const bugIds = (await requireBugs(tx, call, input.ids, 'ids')).map((bug) => bug.id)
    const where: Where<'bug_marks'> = { and: [mine, { col: 'bug_id', in: bugIds }] }
    const rows = new Map((await tx.select({ from: 'bug_marks', where })).map((row) => [row.bug_id, row]))
    return bugIds.flatMap((id) => rows.get(id) ?? []).flatMap(view)
  },
})
