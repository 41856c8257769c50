import { z } from 'zod'
import { defineRead } from '../../define/operation.js'

/**
 * The time of the service, in UTC. `db_time` is the one to rely on for searches. Answers anybody. Contract: Server information.
 * @example const { db_time } = await tracker.as(null).server.time()
 */
export const timeOfServer = defineRead({
  name: 'server.time',
  summary: 'The time of the service',
  access: 'exempt',
  input: z.strictObject({}),
  output: z.object({
    db_time: z.date(),
    web_time: z.date(),
    web_time_utc: z.date(),
    tz_name: z.literal('UTC'),
    tz_short_name: z.literal('UTC'),
    tz_offset: z.literal('+0000'),
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
