import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'

// Contract: Server information.
export const timeOfServer = defineRead({
  name: 'server.time',
  summary: 'Get the time of the server',
  description: 'Returns the time of the server, in UTC. Use `db_time` for searches. Available without login.',
  examples: [{ title: 'The time of the database', code: 'const { db_time } = await tracker.as(null).server.time()' }],
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    db_time: z.date().meta({ description: 'Time of the database.' }),
    web_time: z.date().meta({ description: 'Time of the server.' }),
    web_time_utc: z.date().meta({ description: 'Same as `web_time`.' }),
    tz_name: z.literal('UTC').meta({ description: 'Name of the time zone.' }),
    tz_short_name: z.literal('UTC').meta({ description: 'Short name of the time zone.' }),
    tz_offset: z.literal('+0000').meta({ description: 'Offset of the time zone from UTC.' }),
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
