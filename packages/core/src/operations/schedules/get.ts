import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { missingGroup } from '../../domain/schedules/inputs.js'
import { scheduleView, viewSchedules } from '../../domain/schedules/view.js'

export const getSchedules = defineRead({
  name: 'schedules.get',
  summary: 'List your digests and scheduled searches',
  description: "Returns the caller's schedules, by ID.",
  errors: ['login_required'],
  examples: [{ title: 'The next runs', code: 'const { schedules } = await alice.schedules.get()' }],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({
    schedules: z.array(scheduleView).meta({ description: 'The schedules.' }),
    can_schedule: z.boolean().meta({ description: 'Whether the caller can schedule searches.' }),
    can_send_to_others: z.boolean().meta({ description: 'Whether the caller can send searches to other users.' }),
  }),
  async run(tx, _input, call) {
    const { id } = requireUser(call.who)
    const own = { from: 'schedules', where: { col: 'user_id', eq: id }, order: [{ col: 'id' }] } as const
    return {
      schedules: await viewSchedules(tx, call, await tx.select(own)),
      can_schedule: missingGroup(call, { kind: 'search', to: null }) === undefined,
      can_send_to_others: missingGroup(call, { kind: 'search', to: {} }) === undefined,
    }
  },
})
