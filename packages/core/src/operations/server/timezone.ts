import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const timezoneOfServer = defineRead({
  name: 'server.timezone',
  summary: 'The time zone of the service',
  description: 'The time zone of the service: its offset from UTC, which is zero. Available without login.',
  examples: [{ title: 'The time zone', code: 'const { timezone } = await tracker.as(null).server.timezone()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    timezone: z
      .string()
      .regex(/^[+-]\d{4}$/)
      .meta({ description: 'The offset from UTC, such as `+0000`.' }),
  }),
  async run() {
    return { timezone: '+0000' }
  },
})
