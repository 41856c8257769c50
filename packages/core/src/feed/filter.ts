// Which entries a reader wants.
import { requireBugs, type BugRef } from '../access/find-bugs.js'
import type { Call } from '../call/context.js'
import { isAccessible } from '../access/products.js'
import { requireProduct } from '../domain/products/find.js'
import { TrackerError } from '../kernel/errors.js'
import type { Product } from '../setup/catalogue.js'
import type { Reader, Row } from '../schema/index.js'
import { fold } from '../store/index.js'
import type { ChangeType } from './change-entry.js'

/** As inputs name it; what is absent or empty excludes nothing. */
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

/** @throws object_does_not_exist, bug_id_does_not_exist, improper_bug_id_field_value for what the caller may not see either */
export async function readFilter(tx: Reader, call: Call, input: FilterInput): Promise<EntryFilter> {
  const { bug = [], product = [], component = [], type = [] } = input
  const bugs = bug.length === 0 ? undefined : new Set((await requireBugs(tx, call, bug, 'bug')).map(({ id }) => id))
  const products = product.map((name) => requireProduct(call, name, 'product'))
  const productIds = product.length === 0 ? undefined : new Set(products.map(({ id }) => id))
  const componentIds = component.length === 0 ? undefined : requireComponents(call, products, component)
  const types = type.length === 0 ? undefined : new Set(type)
  return {
    wantsType: (one) => types?.has(one) ?? true,
    wantsBug: (id) => bugs?.has(id) ?? true,
    wantsPlace: ({ product_id, component_id }) =>
      (productIds?.has(product_id) ?? true) && (componentIds?.has(component_id) ?? true),
  }
}

/** The components with these names, in the products, or wherever the caller may see them. */
function requireComponents(call: Call, products: readonly Product[], names: readonly string[]): Set<number> {
  const among = products.length > 0 ? products : [...call.catalogue.products].filter((one) => isAccessible(call, one))
  const all = among.flatMap(({ components }) => components)
  return new Set(
    names.flatMap((value) => {
      const found = all.filter(({ name }) => fold(name) === fold(value.trim()))
      if (found.length === 0)
        throw new TrackerError('object_does_not_exist', { kind: 'component', field: 'component', value })
      return found.map(({ id }) => id)
    }),
  )
}
