// All bugs that a search finds, page by page.
import type { Bug, BugField, BugsSearchInput, CallOptions, FieldFilter, Operations, Select } from '@trackerkit/types'

/** How many bugs are asked for at once. */
const pageSize = 500

/** An extra condition besides the search. */
const beyond = (id: number) => ({
  'field999999-0-0': 'bug_id',
  'type999999-0-0': 'greaterthan',
  'value999999-0-0': id,
})

/**
 * Finds all bugs of a search, page by page: `limit` is the page size (500). They come by ID, and none is left out or
 * repeated while others are filed; with an `order` they come in that order, without this guarantee. Works over HTTP and
 * in process.
 *
 * @throws what bugs.search fails with
 * @example
 * for await (const bug of eachBug(alice, { product: 'Widgets', include_fields: ['id', 'summary'] }))
 *   console.log(bug.summary)
 */
export async function* eachBug<
  const F extends readonly BugField[] = never,
  const X extends readonly BugField[] = never,
>(
  operations: Pick<Operations, 'bugs'>,
  input: BugsSearchInput & FieldFilter<F, X>,
  options: CallOptions = {},
): AsyncGenerator<Select<Bug, F, X>> {
  const { search, isByNumber, isIdExtra } = planOf(input)
  for (let next: object = {}, offset = input.offset ?? 0; ;) {
    const page = await operations.bugs.search({ ...search, ...(offset > 0 && { offset }), ...next }, options)
    for (const bug of page.bugs) yield (isIdExtra ? withoutId(bug) : bug) as Select<Bug, F, X>
    const last = page.bugs.at(-1)
    if (page.limit === undefined || !last) return
    if (isByNumber) [next, offset] = [beyond(last.id), 0]
    else offset += page.bugs.length
  }
}

interface Plan {
  readonly search: BugsSearchInput
  readonly isByNumber: boolean
  /** The id was not asked for: it is for finding the next page. */
  readonly isIdExtra: boolean
}

type Names = readonly string[] | undefined

function planOf(input: BugsSearchInput & FieldFilter<Names, Names>): Plan {
  const { offset: _, limit = pageSize, include_fields, exclude_fields, ...criteria } = input
  const isByNumber = criteria.order === undefined && !exclude_fields?.some((name) => name.startsWith('_'))
  const isAsked = include_fields?.some((name) => /^(id|_all|_default)$/.test(name)) ?? true
  const isIdExtra = isByNumber && (!isAsked || exclude_fields?.includes('id') === true)
  const fields = {
    ...(include_fields && { include_fields: isIdExtra ? [...include_fields, 'id'] : include_fields }),
    ...(exclude_fields && {
      exclude_fields: isIdExtra ? exclude_fields.filter((name) => name !== 'id') : exclude_fields,
    }),
  }
  const search = { ...criteria, ...(isByNumber && { order: 'bug_id' }), ...fields, limit }
  return { search, isByNumber, isIdExtra }
}

function withoutId({ id: _, ...rest }: Bug): object {
  return rest
}
