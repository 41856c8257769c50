// The input of a search. Most of its names are open-ended (charts, custom fields): the schema has the accepted values,
// and the types of operations have the names.
import * as z from 'zod'
import {
  count,
  fieldFilter,
  id,
  limited,
  longestQuicksearch,
  oneOrMany,
  wholeText,
  word,
} from '../../call/define/inputs.js'
import { bugFields } from '../../domain/bugs/fields/index.js'
import { criteriaOf, criterion, texts, values } from './criteria.js'

/** Input of `bugs.search`. */
export const searchInput = z
  .object({
    ...criteriaOf(bugFields),
    id: oneOrMany(z.union([z.int(), wholeText]))
      .optional()
      .meta({ description: 'IDs, also comma-separated.' }),
    limit: count.optional().meta({
      description: 'Maximum number of bugs; 0 for all. Defaults to, and is at most, the parameter max_search_results.',
    }),
    offset: count.optional().meta({ description: 'Number of bugs to skip. Requires `limit`.' }),
    // As long as the texts that the bugs are sorted by, so not short.
    cursor: wholeText.optional().meta({
      description:
        'Position, instead of `offset`: `*` at first, then the last `next_cursor`. Not affected by bugs that ' +
        'appear or disappear.',
    }),
    tags: texts.meta({ description: 'Personal tags of the caller.' }),
    quicksearch: limited(z.string(), longestQuicksearch)
      .optional()
      .meta({ description: 'Quicksearch, such as `crash assigned_to:bob -product:Gadgets`.' }),
    savedsearch: word.optional().meta({
      description: 'Name of a saved search of the caller. Its criteria are combined with the others.',
    }),
    namedcmd: word.optional().meta({ description: 'Alias of `savedsearch`.' }),
    sharer_id: id.optional().meta({
      description:
        'ID of the user who saved the search and shares it with a group of the caller. Defaults to the ' + 'caller.',
    }),
    order: texts.meta({
      description:
        'Fields, optionally followed by ` ASC` or ` DESC`, comma-separated. Defaults to `id`, which also ' +
        'breaks ties.',
    }),
    count_only: z.boolean().optional().meta({ description: 'Return only the number of bugs.' }),
    count_total: z
      .boolean()
      .optional()
      .meta({ description: 'Return the number of bugs even if a limit cuts the result.' }),
    count_up_to: count.pipe(z.int().min(1)).optional().meta({
      description: 'With `count_total`: stop counting at this number, which is then returned as `total_matches`.',
    }),
    // Listed only for their descriptions: other criteria accept the same values.
    longdesc: criterion.meta({ description: 'Words that must all be in one comment.' }),
    content: criterion.meta({
      description: 'Words that must all be in the summary, or in all visible comments together.',
    }),
    j_top: criterion.meta({ description: 'How to combine the charts: AND (default), OR, AND_G.' }),
    f1: criterion.meta({
      description: 'Field of the first chart; further charts use `f2`, `f3` …, likewise for `o1`, `v1` and `n1`.',
    }),
    o1: criterion.meta({
      description: 'Operator of the chart, such as `equals`, `substring`, `regexp`, `changedafter`.',
    }),
    v1: criterion.meta({ description: 'Value of the chart.' }),
    n1: criterion.meta({ description: 'Negate the chart.' }),
    ...fieldFilter,
  })
  .catchall(values)

export type ParsedSearchInput = z.output<typeof searchInput>
