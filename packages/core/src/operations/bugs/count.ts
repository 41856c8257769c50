import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { countOverTime, countTable, type Counting } from '../../domain/bugs/counts/count.js'
import { groupingBy } from '../../domain/bugs/counts/groupings.js'
import { periods } from '../../domain/bugs/counts/periods.js'
import { remembered } from '../../domain/bugs/counts/remembered.js'
import { countVisible } from '../../access/count-visible.js'
import { TrackerError } from '../../kernel/errors.js'
import { criteriaErrors } from '../../search/parameters/errors.js'
import { searchInput } from '../../search/parameters/input.js'
import { aboutIgnored, findWanted, readSearch } from '../../search/parameters/read-search.js'

const input = searchInput.extend({
  x: word.optional().meta({
    description:
      'Count by this field: product, component, version, target_milestone, status, resolution, priority, severity, ' +
      'platform, op_sys, assigned_to, creator, qa_contact, is_open, keywords, or a custom field with a single value ' +
      'out of several.',
  }),
  y: word.optional().meta({ description: 'Within each value of `x`, count by this field too.' }),
  over: z.enum(periods).optional().meta({ description: 'Count by days, weeks (from Monday) or months, in UTC.' }),
  time: z
    .enum(['creation_time', 'last_change_time'])
    .default('creation_time')
    .meta({ description: 'Time field for `over`. Defaults to creation_time.' }),
})

type Input = z.output<typeof input>

const bucket = z
  .object({
    start: z.string().meta({ description: 'First day of the period, YYYY-MM-DD.' }),
    counts: z.array(z.int()).meta({ description: 'One count for each name of `x`; without `x`, a single one.' }),
  })
  .meta({ id: 'BugCountBucket', description: 'Number of bugs in a day, week or month.' })

export const countBugs = defineRead({
  name: 'bugs.count',
  summary: 'Count bugs by fields and over time',
  description:
    'Counts the bugs that satisfy criteria, as `bugs.search` finds them: in all, by one field (`x`), by two (`x` ' +
    'and `y`), or over time (`over`, also with `x`). Bugs that the caller cannot see, and values that only such ' +
    'bugs have, are excluded.\n\n' +
    'Values are in the order of the configuration, people by login; values with the same name in several products ' +
    "count together. `''` means no value, and the resolution of open bugs. A bug with several keywords counts for " +
    'each of them, and once in `total`. Periods without bugs between others are included.\n\n' +
    'At most 1,000 values of a field, 1,000 periods, and 100,000 combinations (`too_many_groups`). Parameters of ' +
    'the result of a search (`limit`, `order`, `include_fields` …) have no effect.\n\n' +
    'Fails with `invalid_field_name` for fields without counts, and `param_invalid` for `y` without `x` or with ' +
    '`over`; for criteria as `bugs.search` does.',
  errors: [...criteriaErrors, 'too_many_groups'],
  examples: [
    {
      title: 'Count open bugs of a product by component and priority',
      code:
        "const { x, y, counts } = await alice.bugs.count({ product: 'Widgets', status: '__open__', x: 'component', y: 'priority' })\n" +
        "x.forEach((component, row) => console.log(component, y.map((name, at) => `${name}: ${counts[row]?.[at]}`).join(', ')))",
    },
    {
      title: 'Count the bugs filed each week of a year',
      code:
        "const { buckets = [] } = await alice.bugs.count({ product: 'Widgets', over: 'week', creation_time: new Date('2026-01-01') })\n" +
        'for (const { start, counts } of buckets) console.log(start, counts[0])',
    },
  ],
  access: 'optional',
  reads: 'scan',
  input,
  output: z.object({
    total: z.int().meta({ description: 'Total number of bugs.' }),
    x: z.array(z.string()).meta({ description: 'Values of the field `x` that occur; empty without `x`.' }),
    y: z.array(z.string()).meta({ description: 'Values of the field `y` that occur; empty without `y`.' }),
    counts: z.array(z.array(z.int())).meta({
      description:
        'For each value of `x`, one count for each value of `y`, or a single one without `y`. Empty with ' + '`over`.',
    }),
    buckets: z
      .array(bucket)
      .exactOptional()
      .meta({ description: 'Periods, from the first with a bug to the last. Only with `over`.' }),
    ignored: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'Unknown parameters, at most 100. Only if they are ignored instead of rejected.' }),
  }),
  async run(tx, { x, y, over, time, ...criteria }, call) {
    requireTogether(x, y, over)
    const groupings = { x: grouping(call, 'x', x), y: grouping(call, 'y', y) }
    const asked = await readSearch(tx, call, criteria)
    const about = aboutIgnored(call, asked.ignored)
    const counting = { tx, call, wanted: await findWanted(tx, call, asked) }
    const counted = await remembered(counting, { x, y, over, time }, () => count(counting, groupings, over, time))
    return { x: [], y: [], counts: [], ...counted, ...about }
  },
})

function requireTogether(x: Input['x'], y: Input['y'], over: Input['over']): void {
  const wrong = y === undefined ? undefined : over ? '`over` is set, too' : x ? undefined : '`x` is not given'
  if (wrong) throw new TrackerError('param_invalid', { field: 'y', value: y, problem: wrong })
}

function grouping({ catalogue }: Call, input: string, name: string | undefined) {
  return name === undefined ? undefined : groupingBy(input, name, catalogue)
}

async function count(
  counting: Counting,
  { x, y }: { readonly [A in 'x' | 'y']: ReturnType<typeof grouping> },
  over: Input['over'],
  time: Input['time'],
) {
  if (over) return countOverTime(counting, over, time, x)
  if (x) return countTable(counting, x, y)
  return { total: await countVisible(counting.tx, counting.call, counting.wanted) }
}
