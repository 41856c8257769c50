// Filters the entries for a reader.
import { findBugs, idsNamedBy, type BugRef } from '../access/find-bugs.js'
import type { Call } from '../call/context.js'
import { requireComponentIds } from '../domain/components/find.js'
import { requireProduct } from '../access/products.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Row } from '../schema/index.js'
import type { ChangeType } from './change-entry.js'
import { findLastWords } from './final-entries.js'

/** A filter as in inputs; absent and empty parts exclude nothing. */
export interface FilterInput {
  readonly bug?: readonly BugRef[] | undefined
  readonly product?: readonly string[] | undefined
  readonly component?: readonly string[] | undefined
  readonly type?: readonly ChangeType[] | undefined
}

export interface EntryFilter {
  wantsType(type: ChangeType): boolean
  /** For any entry about the bug. */
  wantsBug(id: number): boolean
  /** For entries about a bug that the caller may see. */
  wantsPlace(bug: Pick<Row<'bugs'>, 'product_id' | 'component_id'>): boolean
}

/** The range of entries to read. */
interface Span {
  readonly after: number
  readonly last: number
}

/**
 * @throws object_does_not_exist, bug_id_does_not_exist, improper_bug_id_field_value also for objects that the caller
 *   may not see, unless the entries report them as hidden or deleted
 */
export async function readFilter(tx: Reader, call: Call, input: FilterInput, span: Span): Promise<EntryFilter> {
  const { bug = [], product = [], component = [], type = [] } = input
  const bugs = bug.length === 0 ? undefined : await findWanted(tx, call, bug, span)
  const products = product.map((name) => requireProduct(call, name, 'product').id)
  const productIds = product.length === 0 ? undefined : new Set(products)
  const componentIds = component.length === 0 ? undefined : new Set(requireComponentIds(call, component, products))
  const types = type.length === 0 ? undefined : new Set(type)
  return {
    wantsType: (one) => types?.has(one) ?? true,
    wantsBug: (id) => bugs?.has(id) ?? true,
    wantsPlace: ({ product_id, component_id }) =>
      (productIds?.has(product_id) ?? true) && (componentIds?.has(component_id) ?? true),
  }
}

async function findWanted(tx: Reader, call: Call, refs: readonly BugRef[], span: Span): Promise<Set<number>> {
  const found = await findBugs(tx, call, refs, 'bug')
  const absent = refs.filter((_, index) => found[index] instanceof TrackerError)
  const told = await findLastWords(tx, call, idsNamedBy(absent, new Map()), span)
  return new Set(
    found.map((bug, index) => {
      if (!(bug instanceof TrackerError)) return bug.id
      const [id] = idsNamedBy(refs.slice(index, index + 1), new Map())
      if (id === undefined || !told.has(id)) throw bug
      return id
    }),
  )
}
