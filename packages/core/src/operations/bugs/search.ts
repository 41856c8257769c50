import * as z from 'zod'
import { sliceSize } from '../../kernel/collections.js'
import { isPromise } from '../../kernel/is-promise.js'
import type { Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { defineRead } from '../../call/define/operation.js'
import type { Order, Reader, Where } from '../../schema/index.js'
import { columnsOfCursor, cursorAfter, readCursor, type CursorPlan } from '../../search/parameters/cursor.js'
import { criteriaErrors } from '../../search/parameters/errors.js'
import { searchInput, type ParsedSearchInput } from '../../search/parameters/input.js'
import { extentOf, readPage, searchExtent, type Page } from '../../search/parameters/limits.js'
import { readOrder } from '../../search/fields/order.js'
import { askOpennessOfAssigned } from '../../search/compile/openness.js'
import { walkPage, type PageWanted } from '../../search/compile/walk.js'
import { chooseWay, type Way } from '../../search/compile/way.js'
import { aboutIgnored, findWanted, readSearch, type SearchAsked } from '../../search/parameters/read-search.js'
import { contentsOf } from '../../search/condition/tree.js'
import { bug } from '../../domain/bugs/fields/bug.js'
import { countVisible } from '../../access/count-visible.js'
import { visibleBugs } from '../../access/visibility.js'
import { fingerprintOf } from '../../kernel/fingerprint.js'
import { TrackerError } from '../../kernel/errors.js'
import type { BugPlan } from '../../domain/bugs/fields/view-context.js'
import { loadBugs, viewLoadedBugs, type LoadedBug } from '../../domain/bugs/view/load.js'
import { planBugs } from '../../domain/bugs/view/view.js'

// Contract: Search Bugs.
export const searchBugs = defineRead({
  name: 'bugs.search',
  summary: 'Search for bugs',
  description:
    'Finds bugs.\n\n' +
    'Criteria are joined with AND. A value matches the whole field ignoring case, `summary` and ' +
    '`whiteboard` a part of it, `creation_time` and `last_change_time` that moment or later; a list ' +
    'means any of its values. `status` also accepts `__open__`, `__closed__` and `__all__`; `resolution` ' +
    "`''` finds open bugs; `id` accepts commas. Names of the advanced search (`short_desc_type`, " +
    '`email1`, `chfieldfrom`, `f1`, `o1`, `v1` …) are supported. `quicksearch` accepts the one-line ' +
    "language, `savedsearch` the name of one of the caller's searches (with `sharer_id`, of a search " +
    'that this user shares). Empty criteria are ignored; empty times are rejected.\n\n' +
    'Returns at most `limit` bugs from `offset`, ordered by `order` and then by ID. If the limit cuts ' +
    'the result, `limit` and `offset` are returned; `total_matches` is returned if it is known, or with ' +
    '`count_total` (`count_up_to` limits the counting); `count_only` returns only `bug_count`. Unknown ' +
    'parameters are rejected (`unknown_parameter`), because a search without them would find too much. ' +
    'Over HTTP they are ignored, and `ignored` lists them, at most 100, unless the request has `Prefer: ' +
    'handling=strict`.\n\n' +
    'To read a list while others file bugs, use `cursor`: `*` at first, then the `next_cursor` of each ' +
    'response, which is absent at the end. Bugs that appear or disappear shift nothing; a bug whose ' +
    'place in the order changes can be returned twice or not at all. The order must use fields of the ' +
    'bugs themselves.\n\n' +
    'Fails with `param_required` for an offset without limit; `buglist_parameters_required` without ' +
    'criteria if the installation requires some; `login_required` and `object_does_not_exist` for a ' +
    'saved search; `param_invalid` for a cursor with an offset; `cursor_not_possible` for orders by ' +
    'people, products, the whiteboard or relevance; `cursor_invalid` for a cursor of other criteria or ' +
    'of another order.',
  errors: [...criteriaErrors, 'cursor_not_possible', 'cursor_invalid'],
  examples: [
    {
      title: 'Find open bugs of a product whose summary contains a word',
      code: "const { bugs } = await alice.bugs.search({ product: 'Widgets', status: '__open__', summary: 'blink', limit: 20 })",
    },
  ],
  access: 'optional',
  reads: 'scan',
  filters: 'bugs',
  input: searchInput,
  output: z.object({
    bugs: z.array(bug).meta({ description: 'The found bugs.' }),
    faults: z.array(z.never()).meta({ description: 'Always empty.' }),
    ...searchExtent,
    bug_count: z.int().exactOptional().meta({ description: 'Number of bugs. Only with `count_only`.' }),
    ignored: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'Unknown parameters, at most 100. Only if they are ignored instead of rejected.' }),
  }),
  async run(tx, input, call) {
    const asked = await readSearch(tx, call, input)
    const page = readPage(input, call.catalogue)
    const order = input.order ?? asked.saved['order'] ?? []
    const sorted = readOrder(order, { ...call, contents: contentsOf(asked.condition) })
    const unknown = [...asked.ignored, ...sorted.ignored.map((column) => `order=${column}`)]
    const about = { faults: [], ...aboutIgnored(call, unknown) }
    const chosen = chooseWay(tx, await findWanted(tx, call, asked))
    const way = isPromise(chosen) ? await chosen : chosen
    if (input.count_only) return { bugs: [], bug_count: await countVisible(tx, call, way.wanted), ...about }
    const cursor = cursorOf(input, call, sorted.order, asked.saved)
    return { ...(await loadPage(tx, call, input, { ...page, ...way, order: sorted.order, cursor })), ...about }
  },
})

function cursorOf(
  input: ParsedSearchInput,
  { catalogue }: Call,
  order: readonly Order<'bugs'>[],
  saved: SearchAsked['saved'],
): CursorPlan | undefined {
  // Most searches have none, and many parameters: these are not copied for nothing.
  if (input.cursor === undefined) return undefined
  const { cursor, offset, limit, count_total, count_up_to, include_fields, exclude_fields, ...criteria } = input
  if (offset !== undefined)
    throw new TrackerError('param_invalid', {
      field: 'offset',
      value: offset,
      problem: 'it cannot be combined with a cursor',
    })
  const fingerprint = fingerprintOf('bugs.search', { ...criteria, saved }, catalogue.secret)
  return readCursor(cursor, order, fingerprint, catalogue.secret)
}

interface Wanted extends Page, Way {
  readonly order: readonly Order<'bugs'>[]
  readonly cursor: CursorPlan | undefined
}

/** One row more than the page shows whether there are more. */
async function loadPage(tx: Reader, call: Call, input: ParsedSearchInput, page: Wanted) {
  const { limit, offset, wanted, isCommon, order, cursor } = page
  const shown = planBugs(call, createFieldFilter(input))
  const plan = cursor ? { ...shown, columns: [...new Set([...shown.columns, ...columnsOfCursor(cursor)])] } : shown
  const asked = {
    wanted: askOpennessOfAssigned(wanted, call.catalogue),
    visible: visibleBugs(call),
    beyond: cursor?.beyond,
    order,
    offset,
    limit: limit === undefined ? undefined : limit + 1,
  }
  const walked = isCommon ? await walkPage(tx, asked) : undefined
  const rows = walked ? await loadBugs(tx, plan, walked) : await selectPage(tx, plan, asked)
  const counted = input.count_total ? await countUpTo(tx, call, asked, input.count_up_to) : undefined
  const bugs = await viewLoadedBugs(tx, plan, rows.slice(0, limit))
  if (!cursor) return { bugs, ...extentOf(page, rows.length, counted) }
  const last = rows.length > bugs.length ? rows[bugs.length - 1] : undefined
  return {
    bugs,
    ...(last && { limit: String(limit), next_cursor: cursorAfter(cursor, last) }),
    ...(counted !== undefined && { total_matches: counted }),
  }
}

/** Returns the number of visible bugs; faster than `countVisible` for small limits. */
async function countUpTo(tx: Reader, call: Call, { wanted, visible }: PageWanted, atMost: number | undefined) {
  if (atMost === undefined) return countVisible(tx, call, wanted)
  return Math.min(await tx.count('bugs', { and: [wanted, visible] }, { atMost }), atMost)
}

/**
 * A short page is one select. A long one is read in slices after its first; if it has an order, or begins far down in one, only its
 * IDs are sorted.
 */
async function selectPage(tx: Reader, plan: BugPlan, asked: PageWanted): Promise<LoadedBug[]> {
  const { wanted, visible, beyond, order, offset, limit = Infinity } = asked
  const where: Where<'bugs'> = { and: [wanted, visible, ...(beyond ? [beyond] : [])] }
  const isLong = offset + limit > sliceSize
  if (isLong && order.length > 0) return loadBugs(tx, plan, await selectIds(tx, { ...asked, where }))
  const { columns, with: related } = plan
  const atMost = Math.min(limit, sliceSize)
  const first = await tx.select({ from: 'bugs', where, order, offset, limit: atMost, columns, with: related })
  const last = first.at(-1)
  if (!isLong || last === undefined || first.length < sliceSize) return first
  const others = {
    where: { and: [where, { col: 'id', gt: last.id } as const] },
    order,
    limit: asked.limit === undefined ? undefined : limit - first.length,
    offset: 0,
  }
  return [...first, ...(await loadBugs(tx, plan, await selectIds(tx, others)))]
}

type Selection = Pick<PageWanted, 'order' | 'offset' | 'limit'> & { readonly where: Where<'bugs'> }

async function selectIds(tx: Reader, { where, order, offset, limit }: Selection): Promise<number[]> {
  const rows = await tx.select({ from: 'bugs', where, order, offset, limit, columns: ['id'] })
  return rows.map(({ id }) => id)
}
