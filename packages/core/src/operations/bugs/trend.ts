import * as z from 'zod'
import { defineRead } from '../../call/define/operation.js'
import { periods } from '../../domain/bugs/counts/periods.js'
import { dayOf } from '../../kernel/times.js'
import { remembered } from '../../domain/bugs/counts/remembered.js'
import { trendOf } from '../../domain/bugs/counts/trend.js'
import { criteriaErrors } from '../../search/parameters/errors.js'
import { searchInput } from '../../search/parameters/input.js'
import { aboutIgnored, findWanted, readSearch } from '../../search/parameters/read-search.js'

const point = z
  .object({
    start: z.string().meta({ description: 'First day of the period, YYYY-MM-DD.' }),
    opened: z.int().meta({ description: 'Number of bugs that were filed as open or reopened.' }),
    closed: z.int().meta({ description: 'Number of bugs that were closed.' }),
    open: z.int().meta({ description: 'Number of open bugs at the end of the period; in the period of today, now.' }),
    remaining_time: z.number().exactOptional().meta({
      description:
        'Remaining hours at the end of the period. Only with `hours`, for members of the time-tracking group.',
    }),
  })
  .meta({ id: 'BugTrendPoint', description: 'Numbers of bugs opened, closed and open in a day, week or month.' })

export const trendOfBugs = defineRead({
  name: 'bugs.trend',
  summary: 'Get the trend of open bugs over time',
  description:
    'Returns, for the bugs that satisfy criteria **today**, as `bugs.search` finds them, how many were open at ' +
    'the end of each day, week (from Monday) or month in UTC, and how many were opened and closed in it: the ' +
    'burndown of a milestone, or the trend of a product. A bug that has left the milestone since is not among ' +
    'them, and with a criterion such as `status` all others are not. It is computed from history, backwards from ' +
    'today. Bugs that the caller cannot see are excluded.\n\n' +
    'A bug that is filed as a closed one and stays closed is not counted. A bug that is closed and reopened ' +
    'within a period counts as closed and as opened. Parameters of the result of a search (`limit`, `order`, ' +
    '`include_fields` …) have no effect.\n\n' +
    'Fails with `too_many_groups` for more than 1,000 periods; for criteria as `bugs.search` does.',
  errors: [...criteriaErrors, 'too_many_groups'],
  examples: [
    {
      title: 'Get the burndown of a milestone',
      code:
        "const { over, points } = await alice.bugs.trend({ product: 'Widgets', target_milestone: 'M1', hours: true })\n" +
        'for (const { start, open, remaining_time } of points) console.log(over, start, open, remaining_time)',
    },
  ],
  access: 'optional',
  reads: 'scan',
  input: searchInput.extend({
    over: z
      .enum(periods)
      .optional()
      .meta({ description: 'Length of the periods. Defaults to one that gives few points.' }),
    from: z.date().optional().meta({
      description: 'Start time. Defaults to, and is at the earliest, the time when the first bug was filed.',
    }),
    until: z.date().optional().meta({ description: 'End time, extended to the end of a period. Defaults to now.' }),
    days: z.int().min(1).max(100_000).optional().meta({
      description: 'Number of days before today, extended to the start of a period.',
    }),
    hours: z.boolean().default(false).meta({
      description: 'Include remaining hours. Only for members of the time-tracking group, and for at most 10,000 bugs.',
    }),
  }),
  output: z.object({
    over: z.enum(periods).meta({ description: 'Length of the periods.' }),
    points: z.array(point).meta({
      description: 'Periods, by default up to today. Empty if there are no such bugs, or none before `until`.',
    }),
    ignored: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'Unknown parameters, at most 100. Only if they are ignored instead of rejected.' }),
  }),
  async run(tx, { over, from, until, days, hours, ...criteria }, call) {
    const asked = await readSearch(tx, call, criteria)
    const counting = { tx, call, wanted: await findWanted(tx, call, asked) }
    const by = {
      trend: dayOf(call.now),
      over,
      from: from && dayOf(from),
      until: until && dayOf(until),
      days,
      hours,
    }
    const told = await remembered(counting, by, () => trendOf(counting, { over, from, until, days, hours }))
    return { ...told, ...aboutIgnored(call, asked.ignored) }
  },
})
