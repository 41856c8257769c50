import { z } from 'zod'
import { defineRead } from '../../define/operation.js'

/**
 * The time zone of the service: its offset from UTC, which is none. Answers anybody. Contract: Server information.
 * @example const { timezone } = await tracker.as(null).server.timezone()
 */
export const timezoneOfServer = defineRead({
  name: 'server.timezone',
  summary: 'The time zone of the service',
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({ timezone: z.string().regex(/^[+-]\d{4}$/) }),
  async run() {
    return { timezone: '+0000' }
  },
})
