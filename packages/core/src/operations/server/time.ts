import { z } from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const timeOfServer = defineRead({
  name: 'server.time',
  summary: 'The time of the service',
  description: 'The time of the service, in UTC. Use `db_time` for searches. Available without login.',
  examples: [{ title: 'The time of the database', code: 'const { db_time } = await tracker.as(null).server.time()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    db_time: z.date().meta({ description: 'The time of the database.' }),
    web_time: z.date().meta({ description: 'The time of the server.' }),
    web_time_utc: z.date().meta({ description: 'The same as `web_time`.' }),
    tz_name: z.literal('UTC').meta({ description: 'The name of the time zone.' }),
    tz_short_name: z.literal('UTC').meta({ description: 'The short name of the time zone.' }),
    tz_offset: z.literal('+0000').meta({ description: 'The offset of the time zone from UTC.' }),
  }),
  async run(_tx, _input, { now }) {
    return {
      db_time: now,
      web_time: now,
      web_time_utc: now,
      tz_name: 'UTC',
      tz_short_name: 'UTC',
      tz_offset: '+0000',
    } as const
  },
})
