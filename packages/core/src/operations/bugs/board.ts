import * as z from 'zod'
import { countVisibleBy } from '../../access/count-visible-by.js'
import { word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { loadCards, type Side } from '../../domain/bugs/board/cards.js'
import { cellsOf } from '../../domain/bugs/board/cells.js'
import { boardField, linesOf, type Line } from '../../domain/bugs/board/lines.js'
import { bug } from '../../domain/bugs/fields/bug.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { chooseWay } from '../../search/compile/way.js'
import { contentsOf } from '../../search/condition/tree.js'
import { readOrder } from '../../search/fields/order.js'
import { criteriaErrors } from '../../search/parameters/errors.js'
import { searchInput } from '../../search/parameters/input.js'
import { aboutIgnored, findWanted, readSearch } from '../../search/parameters/read-search.js'

const mostCards = 50
const mostCardsWithRows = 200
const defaultOrder = ['priority', 'last_change_time DESC']

const input = searchInput.extend({
  columns: word.default('status').meta({
    description:
      'Field of the columns: one with a single value out of several, such as status, priority, assigned_to, ' +
      'target_milestone or a custom field. Defaults to status.',
  }),
  rows: word.optional().meta({ description: 'Field of the rows, likewise.' }),
  limit: z
    .int()
    .min(1)
    .max(mostCardsWithRows)
    .optional()
    .meta({ description: 'Maximum number of bugs in a column, at most and by default 50, with `rows` 200.' }),
})

const line = z
  .object({
    value: z.string().meta({ description: 'The value, as searches and updates accept it. Empty for none.' }),
    name: z.string().meta({ description: 'The real name of a user; otherwise the value.' }),
    count: z.int().meta({ description: 'Number of bugs with the value, shown or not.' }),
  })
  .meta({ id: 'BoardLine', description: 'A column or row of a board.' })

const cell = z.object({
  column: z.string().meta({ description: 'Value of the column.' }),
  row: z.string().nullable().meta({ description: 'Value of the row; null without rows.' }),
  count: z.int().meta({ description: 'Number of bugs in the cell, shown or not.' }),
  bugs: z.array(bug).meta({ description: 'The first bugs of the cell.' }),
})

export const boardOfBugs = defineRead({
  name: 'bugs.board',
  summary: 'Get a board of bugs',
  description:
    'Returns the bugs that satisfy criteria, as `bugs.search` finds them, in columns by one field and optionally in ' +
    'rows by another, as one consistent snapshot. Bugs that the caller cannot see, and values that only such bugs ' +
    'have, are excluded.\n\n' +
    'Values are in the order of the configuration, people by login, open statuses before closed ones. Statuses, ' +
    'priorities, severities, values of custom fields, and milestones of the products named by the criteria are ' +
    'included without bugs while they are active. Bugs are in the order of `order`, which defaults to ' +
    '`priority,last_change_time DESC`.\n\n' +
    'At most 20 columns and 20 rows, those with bugs first; 50 bugs in a column, with `rows` 200, spread over its ' +
    'cells; and 1,000 bugs, in equal shares of the columns. Parameters of the result of a search (`offset`, `cursor`, `count_only` …) have ' +
    'no effect.\n\n' +
    'Fails with `invalid_field_name` for unknown fields, `param_invalid` for fields without a single value out of ' +
    'several, and `too_many_groups` beyond 1,000 values of a field with bugs; for criteria as `bugs.search` does.',
  errors: [...criteriaErrors, 'too_many_groups'],
  examples: [
    {
      title: 'Get the open bugs of a product by status and assignee',
      code:
        'const { columns, cells } = await alice.bugs.board({\n' +
        "  product: 'Widgets', status: '__open__', columns: 'status', rows: 'assigned_to', include_fields: ['id', 'summary'],\n" +
        '})\n' +
        'for (const { name, count } of columns) console.log(name, count)\n' +
        'for (const { column, row, bugs } of cells) console.log(column, row, bugs.map(({ summary }) => summary))',
    },
  ],
  access: 'optional',
  reads: 'scan',
  filters: 'bugs',
  input,
  output: z.object({
    total: z.int().meta({ description: 'Number of bugs that satisfy the criteria.' }),
    columns: z.array(line).meta({ description: 'The columns.' }),
    rows: z.array(line).meta({ description: 'The rows; empty without `rows`.' }),
    cells: z.array(cell).meta({ description: 'The cells that have bugs, by column and then by row.' }),
    more_columns: z.int().meta({ description: 'Number of columns that are left out.' }),
    more_rows: z.int().meta({ description: 'Number of rows that are left out.' }),
    ignored: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'Unknown parameters, at most 100. Only if they are ignored instead of rejected.' }),
  }),
  async run(tx, { columns, rows, limit, ...criteria }, call) {
    const byColumn = boardField('columns', columns, call)
    const byRow = rows === undefined ? undefined : boardField('rows', rows, call)
    const most = requireLimit(limit, byRow ? mostCardsWithRows : mostCards)
    const asked = await readSearch(tx, call, criteria)
    const sort = criteria.order ?? asked.saved['order'] ?? defaultOrder
    const { order, ignored } = readOrder(sort, { ...call, contents: contentsOf(asked.condition) })
    const about = aboutIgnored(call, [...asked.ignored, ...ignored.map((column) => `order=${column}`)])
    const { wanted } = await chooseWay(tx, await findWanted(tx, call, asked))
    const parts = byRow ? ([byColumn.part, byRow.part] as const) : ([byColumn.part] as const)
    const counted = await countVisibleBy(tx, call, wanted, parts, 'columns')
    const products = [criteria.product ?? [], asked.saved['product'] ?? []].flat()
    const side = async (field: Side['field']) => ({ field, lines: await linesOf(tx, call, field, counted, products) })
    const [across, down] = await Promise.all([side(byColumn), byRow && side(byRow)])
    const cards = await loadCards({ tx, call, wanted, order, limit: most }, across, down, createFieldFilter(criteria))
    return {
      total: counted.reduce((sum, { count }) => sum + count, 0),
      columns: across.lines.shown.map(asLine),
      rows: down?.lines.shown.map(asLine) ?? [],
      cells: cellsOf(across.lines, down?.lines, counted, cards),
      more_columns: across.lines.more,
      more_rows: down?.lines.more ?? 0,
      ...about,
    }
  },
})

/** @throws number_too_large */
function requireLimit(limit: number | undefined, most: number): number {
  if (limit !== undefined && limit > most)
    throw new TrackerError('number_too_large', { field: 'limit', value: limit, limit: most })
  return limit ?? most
}

function asLine({ value, name, count }: Line): z.output<typeof line> {
  return { value, name, count }
}
