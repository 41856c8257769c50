import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { namedObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireSchedule } from '../../domain/schedules/inputs.js'

export const deleteSchedule = defineWrite({
  name: 'schedules.delete',
  summary: 'Delete a digest or a scheduled search',
  description:
    'Deletes a schedule of the caller. The saved search stays.\n\nFails with `object_does_not_exist` for other IDs.',
  errors: ['login_required', 'object_does_not_exist'],
  examples: [
    {
      title: 'Delete all schedules',
      code:
        'const { schedules } = await alice.schedules.get()\n' +
        'for (const { id } of schedules) await alice.schedules.delete({ id })',
    },
  ],
  access: 'required',
  input: z.strictObject({ id: id.meta({ description: 'The ID of the schedule.' }) }),
  output: namedObject,
  async run(tx, { id: scheduleId }, call) {
    await requireSchedule(tx, call, scheduleId)
    await tx.delete('schedules', { col: 'id', eq: scheduleId })
    return { id: scheduleId }
  },
})
