// The input of a search. Most of its names are open-ended (charts, custom fields), so the schema says which values they take and
// the type says which names there are.
import { z } from 'zod'
import type { InternalName } from '../../domain/bugs/fields/names.js'
import { count, fieldFilter, id, list, oneOrMany, wholeText, word } from '../../define/inputs.js'

const scalar = z.union([wholeText, z.number(), z.boolean(), z.date()])
const texts = oneOrMany(wholeText).optional()

/** Whatever the field takes. */
const values = z.union([scalar, list(scalar), z.null()])
const criterion = values.optional()

const schema = z
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
    limit: count
      .optional()
      .meta({ description: 'At most so many bugs; 0 for all. Default and most: the parameter max_search_results.' }),
    offset: count.optional().meta({ description: 'Where to begin; with `limit` only.' }),
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
    quicksearch: wholeText
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
    v1: criterion.meta({ description: 'What it compares with.' }),
    n1: criterion.meta({ description: 'Whether the bugs are wanted that it does not find.' }),
    ...fieldFilter,
  })
  .catchall(values)

/** One value, or several of which any may match. */
type Many<T> = T | T[]
type Scalar = string | number | boolean | Date

/** Names of the advanced search: charts, email blocks, changes, operators, custom fields, internal names. */
type AdvancedName =
  | `${'f' | 'o' | 'v' | 'n' | 'j'}${number}`
  | `${'field' | 'type' | 'value'}${number}-${number}-${number}`
  | `negate${number}`
  | `email${string}`
  | `chfield${string}`
  | `deadline${'from' | 'to'}`
  | `cf_${string}`
  | `${string}_type`
  | `${string}_realname`
  | `${string}.${string}`
  | Exclude<InternalName, 'reporter'>
  | 'days_elapsed'
  | 'estimated_time'
  | 'remaining_time'
  | 'work_time'
  | 'percentage_complete'
  | 'last_visit_ts'
  | 'comment_tag'
  | 'commenter'

/** What `bugs.search` takes. */
export type SearchInput = { [advanced in AdvancedName]?: Many<Scalar> | null } & {
  alias?: Many<string>
  assigned_to?: Many<string>
  cc?: Many<string>
  creator?: Many<string>
  reporter?: Many<string>
  qa_contact?: Many<string>
  id?: Many<number | string>
  product?: Many<string>
  component?: Many<string>
  classification?: Many<string>
  version?: Many<string>
  target_milestone?: Many<string>
  status?: Many<string>
  resolution?: Many<string>
  priority?: Many<string>
  severity?: Many<string>
  platform?: Many<string>
  op_sys?: Many<string>
  url?: Many<string>
  summary?: Many<string>
  whiteboard?: Many<string>
  keywords?: Many<string>
  longdesc?: Many<string>
  tags?: Many<string>
  depends_on?: Many<number | string>
  blocks?: Many<number | string>
  dupe_of?: Many<number | string>
  deadline?: Many<string>
  groups?: Many<string>
  content?: Many<string>
  quicksearch?: string
  savedsearch?: string
  namedcmd?: string
  sharer_id?: number
  see_also?: Many<string>
  is_open?: boolean
  is_confirmed?: boolean
  is_cc_accessible?: boolean
  is_creator_accessible?: boolean
  creation_time?: Date
  last_change_time?: Date
  limit?: number
  offset?: number
  order?: Many<string>
  count_only?: boolean
  count_total?: boolean
  j_top?: string
  f1?: string
  o1?: string
  v1?: Many<Scalar>
  n1?: boolean | number
  include_fields?: string[]
  exclude_fields?: string[]
}

export type ParsedSearchInput = z.output<typeof schema>

export const searchInput = schema as z.ZodType<ParsedSearchInput, SearchInput>
