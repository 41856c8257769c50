import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const timezoneOfServer = defineRead({
  name: 'server.timezone',
  summary: 'Get the time zone of the server',
  description: 'Returns the time zone of the server as its offset from UTC, always zero. Available without login.',
  examples: [{ title: 'The time zone', code: 'const { timezone } = await tracker.as(null).server.timezone()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    timezone: z
      .string()
      .regex(/^[+-]\d{4}$/)
      .meta({ description: 'Offset from UTC, such as `+0000`.' }),
  }),
  async run() {
    return { timezone: '+0000' }
  },
})
