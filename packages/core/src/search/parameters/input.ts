// The input of a search. Most of its names are open-ended (charts, custom fields): the schema has the accepted values,
// and the types of operations have the names.
import { z } from 'zod'
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
      .meta({ description: 'Numbers, also several separated by commas.' }),
    limit: count.optional().meta({
      description: 'Maximum number of bugs; 0 for all. Default and maximum: the parameter max_search_results.',
    }),
    offset: count.optional().meta({ description: 'Where to begin; with `limit` only.' }),
    // As long as the texts that the bugs are sorted by, so not short.
    cursor: wholeText.optional().meta({
      description:
        'Position, in place of `offset`: `*` at first, then the last `next_cursor`. Other bugs that appear or ' +
        'disappear shift nothing.',
    }),
    tags: texts.meta({ description: "The caller's own tags." }),
    quicksearch: limited(z.string(), longestQuicksearch)
      .optional()
      .meta({ description: 'The one-line language of searches: `crash assigned_to:bob -product:Gadgets`.' }),
    savedsearch: word.optional().meta({
      description: 'The name of a search that the caller has saved; its criteria are joined with the others.',
    }),
    namedcmd: word.optional().meta({ description: 'Another name of `savedsearch`.' }),
    sharer_id: id.optional().meta({
      description: 'The id of who saved the search and shares it with a group of the caller; default: the caller.',
    }),
    order: texts.meta({
      description: 'Fields, each with ` ASC` or ` DESC` if need be, separated by commas. Default and last resort: id.',
    }),
    count_only: z.boolean().optional().meta({ description: 'Only say how many there are.' }),
    count_total: z
      .boolean()
      .optional()
      .meta({ description: 'Also say how many there are, when a limit cuts the answer.' }),
    count_up_to: count.pipe(z.int().min(1)).optional().meta({
      description:
        'With `count_total`: counting stops here, and `total_matches` is this number if there are as many or more.',
    }),
    // Listed only for their descriptions: other criteria accept the same values.
    longdesc: criterion.meta({ description: 'Words that one comment has all of.' }),
    content: criterion.meta({ description: 'Words that the summary, or all visible comments together, have all of.' }),
    j_top: criterion.meta({ description: 'How to join the charts: AND (default), OR, AND_G.' }),
    f1: criterion.meta({
      description: 'The field of the first chart; `f2`, `f3` … are those of others, and so with `o1`, `v1` and `n1`.',
    }),
    o1: criterion.meta({ description: 'Its operator, such as `equals`, `substring`, `regexp`, `changedafter`.' }),
    v1: criterion.meta({ description: 'Value to compare with.' }),
    n1: criterion.meta({ description: 'Whether the bugs are wanted that it does not find.' }),
    ...fieldFilter,
  })
  .catchall(values)

export type ParsedSearchInput = z.output<typeof searchInput>
