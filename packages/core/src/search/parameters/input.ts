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
    alias: texts,
    assigned_to: texts,
    component: texts,
    creation_time: z.date().optional(),
    creator: texts,
    id: oneOrMany(z.union([z.int(), wholeText])).optional(),
    last_change_time: z.date().optional(),
    limit: count.optional(),
    offset: count.optional(),
    op_sys: texts,
    platform: texts,
    priority: texts,
    product: texts,
    resolution: texts,
    severity: texts,
    status: texts,
    summary: texts,
    tags: texts,
    target_milestone: texts,
    qa_contact: texts,
    url: texts,
    version: texts,
    whiteboard: texts,
    quicksearch: wholeText.optional(),
    savedsearch: word.optional(),
    namedcmd: word.optional(),
    sharer_id: id.optional(),
    order: texts,
    count_only: z.boolean().optional(),
    count_total: z.boolean().optional(),
    // Named for the description alone: any other criterion takes the same.
    cc: criterion,
    keywords: criterion,
    longdesc: criterion,
    content: criterion,
    depends_on: criterion,
    blocks: criterion,
    groups: criterion,
    see_also: criterion,
    classification: criterion,
    deadline: criterion,
    is_open: criterion,
    is_confirmed: criterion,
    j_top: criterion,
    f1: criterion,
    o1: criterion,
    v1: criterion,
    n1: criterion,
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
  /** Any of these aliases. */
  alias?: Many<string>
  /** Login names, here and in `creator`, `qa_contact` and `cc`. */
  assigned_to?: Many<string>
  cc?: Many<string>
  creator?: Many<string>
  reporter?: Many<string>
  qa_contact?: Many<string>
  /** Numbers, also several separated by commas. */
  id?: Many<number | string>
  product?: Many<string>
  component?: Many<string>
  classification?: Many<string>
  version?: Many<string>
  target_milestone?: Many<string>
  /** Names of statuses; `__open__`, `__closed__` and `__all__` stand for several. */
  status?: Many<string>
  /** `''` and `'---'` find open bugs. */
  resolution?: Many<string>
  priority?: Many<string>
  severity?: Many<string>
  platform?: Many<string>
  op_sys?: Many<string>
  url?: Many<string>
  /** A part of the summary, not split at blanks. */
  summary?: Many<string>
  /** A part of the whiteboard. */
  whiteboard?: Many<string>
  /** All of these keywords. */
  keywords?: Many<string>
  /** Words that one comment has all of. */
  longdesc?: Many<string>
  /** The caller's own tags. */
  tags?: Many<string>
  depends_on?: Many<number | string>
  blocks?: Many<number | string>
  /** The bugs that were marked as duplicates of these. */
  dupe_of?: Many<number | string>
  deadline?: Many<string>
  groups?: Many<string>
  /** Words that the summary, or all visible comments together, have all of. */
  content?: Many<string>
  /** The one-line language of searches: `crash assigned_to:bob -product:Gadgets`. */
  quicksearch?: string
  /** The name of a search that the caller has saved; its criteria are joined with the others. */
  savedsearch?: string
  /** Another name of `savedsearch`. */
  namedcmd?: string
  /** The id of who saved the search and shares it with a group of the caller; default: the caller. */
  sharer_id?: number
  see_also?: Many<string>
  is_open?: boolean
  is_confirmed?: boolean
  is_cc_accessible?: boolean
  is_creator_accessible?: boolean
  /** Created then or later. */
  creation_time?: Date
  /** Last changed then or later. */
  last_change_time?: Date
  /** At most so many bugs; 0 for all. Default and most: the parameter max_search_results. */
  limit?: number
  /** Where to begin; with `limit` only. */
  offset?: number
  /** Fields, each with ` ASC` or ` DESC` if need be, separated by commas. Default and last resort: id. */
  order?: Many<string>
  /** Only say how many there are. */
  count_only?: boolean
  /** Also say how many there are, when a limit cuts the answer. */
  count_total?: boolean
  /** How to join the charts: AND (default), OR, AND_G. */
  j_top?: string
  /** The field of the first chart; `f2`, `f3` … are those of others, and so with `o1`, `v1` and `n1`. */
  f1?: string
  /** Its operator, such as `equals`, `substring`, `regexp`, `changedafter`. */
  o1?: string
  /** What it compares with. */
  v1?: Many<Scalar>
  /** Whether the bugs are wanted that it does not find. */
  n1?: boolean | number
  /** Only these fields; dotted names for subfields; shortcuts _all, _default, _extra, _custom. */
  include_fields?: string[]
  /** Not these fields. Wins over include_fields. */
  exclude_fields?: string[]
}

export type ParsedSearchInput = z.output<typeof schema>

export const searchInput = schema as z.ZodType<ParsedSearchInput, SearchInput>
