// The input of a search. Most of its names are open-ended (charts, custom fields): the schema says which values they take, and the
// written types of operations which names there are.
import { z } from 'zod'
import {
  count,
  fieldFilter,
  id,
  limited,
  list,
  longestQuicksearch,
  oneOrMany,
  wholeText,
  word,
} from '../../call/define/inputs.js'

const scalar = z.union([wholeText, z.number(), z.boolean(), z.date()])
const texts = oneOrMany(wholeText).optional()

/** Whatever the field takes. */
const values = z.union([scalar, list(scalar), z.null()]).meta({ input: 'SearchValue' })
const criterion = values.optional()

/** What `bugs.search` takes. */
export const searchInput = z
  .object({
    alias: texts.meta({ description: 'Any of these aliases.' }),
    assigned_to: texts.meta({ description: 'Login names of the assignee.' }),
    component: texts.meta({ description: 'Names of components.' }),
    creation_time: z.date().optional().meta({ description: 'Created then or later.' }),
    creator: texts.meta({ description: 'Login names of who filed the bug.' }),
    id: oneOrMany(z.union([z.int(), wholeText]))
      .optional()
      .meta({ description: 'Numbers, also several separated by commas.' }),
    last_change_time: z.date().optional().meta({ description: 'Last changed then or later.' }),
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
    op_sys: texts.meta({ description: 'Operating systems.' }),
    platform: texts.meta({ description: 'Kinds of hardware.' }),
    priority: texts.meta({ description: 'Priorities.' }),
    product: texts.meta({ description: 'Names of products.' }),
    resolution: texts.meta({ description: "`''` and `'---'` find open bugs." }),
    severity: texts.meta({ description: 'Severities.' }),
    status: texts.meta({ description: 'Names of statuses; `__open__`, `__closed__` and `__all__` stand for several.' }),
    summary: texts.meta({ description: 'A part of the summary, not split at blanks.' }),
    tags: texts.meta({ description: "The caller's own tags." }),
    target_milestone: texts.meta({ description: 'Names of milestones.' }),
    qa_contact: texts.meta({ description: 'Login names of the QA contact.' }),
    url: texts.meta({ description: 'Addresses that the bugs are about.' }),
    version: texts.meta({ description: 'Names of versions.' }),
    whiteboard: texts.meta({ description: 'A part of the whiteboard.' }),
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
    // Named for the description alone: any other criterion takes the same.
    cc: criterion.meta({ description: 'Login names of people on the CC list.' }),
    keywords: criterion.meta({ description: 'All of these keywords.' }),
    longdesc: criterion.meta({ description: 'Words that one comment has all of.' }),
    content: criterion.meta({ description: 'Words that the summary, or all visible comments together, have all of.' }),
    depends_on: criterion.meta({ description: 'The bugs that they wait for, by number or alias.' }),
    blocks: criterion.meta({ description: 'The bugs that wait for them, by number or alias.' }),
    dupe_of: criterion.meta({ description: 'The bugs that were marked as duplicates of these.' }),
    groups: criterion.meta({ description: 'Names of groups that the bugs are for.' }),
    see_also: criterion.meta({ description: 'Addresses of bugs in other trackers.' }),
    classification: criterion.meta({ description: 'Names of classifications.' }),
    deadline: criterion.meta({ description: 'The day until which they shall be done.' }),
    is_open: criterion.meta({ description: 'Whether they are open.' }),
    is_confirmed: criterion.meta({ description: 'Whether they have left UNCONFIRMED.' }),
    is_cc_accessible: criterion.meta({
      description: 'Whether people on the CC list may see them though they are outside their groups.',
    }),
    is_creator_accessible: criterion.meta({
      description: 'Whether the creator may see them though outside their groups.',
    }),
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
