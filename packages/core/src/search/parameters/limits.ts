// Limits of the results of a search or a list.
import * as z from 'zod'
import type { Catalogue } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { count } from '../../call/define/inputs.js'

/** The part of the results to return. */
export interface Page {
  /** Undefined: all from `offset` on. */
  readonly limit: number | undefined
  readonly offset: number
}

interface PageInput {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/**
 * A limit above the installation's maximum (max_search_results), or none, is that maximum; 0 means no limit at all.
 * @throws param_required for an offset without limit
 */
export function readPage({ limit, offset }: PageInput, { parameters }: Catalogue): Page {
  if (offset !== undefined && limit === undefined) throw new TrackerError('param_required', { field: 'limit' })
  const most = Number(parameters.max_search_results)
  return { limit: limit === 0 ? undefined : Math.min(limit ?? most, most), offset: offset ?? 0 }
}

/** At most so much of a list is answered. */
const mostListed = 1000

/** Inputs for a part of a list. */
export const listPage = {
  limit: count
    .pipe(z.int().min(1))
    .default(100)
    .meta({ description: 'Maximum number of results, at most 1000. Defaults to 100.' }),
  offset: count.default(0).meta({ description: 'Number of results to skip.' }),
}

export function readListPage({ limit, offset }: { readonly limit: number; readonly offset: number }) {
  return { limit: Math.min(limit, mostListed), offset }
}

/** Output fields about the returned part of the results. */
export const extent = {
  limit: z
    .string()
    .exactOptional()
    .meta({ description: 'Limit that cut the response; absent if it is complete from the offset on.' }),
  offset: z.int().exactOptional().meta({ description: 'Offset of a cut response.' }),
  total_matches: z.int().exactOptional().meta({ description: 'Total number of results; absent if unknown.' }),
}

/** The same for a search, which can also be continued with a cursor. */
export const searchExtent = {
  ...extent,
  next_cursor: z
    .string()
    .exactOptional()
    .meta({ description: 'Position of the next page; with `cursor`, if there is more.' }),
}

const extentSchema = z.object(extent)
export type Extent = Readonly<z.output<typeof extentSchema>>

/** The extent of an answer of `shown` bugs out of `found`, which holds one more than the page when there are more. */
export function extentOf({ limit, offset }: Page, found: number, counted: number | undefined): Extent {
  const isCut = limit !== undefined && found > limit
  if (isCut) return { limit: String(limit), offset, ...(counted !== undefined && { total_matches: counted }) }
  // Past the end, the total is unknown.
  const total = counted ?? (found > 0 || offset === 0 ? offset + found : undefined)
  return total === undefined ? {} : { total_matches: total }
}
