// The products and components of a flag type, and permission to administer it.
import { hasProductRight } from '../../access/permissions.js'
import { isAccessible, requireProduct } from '../../access/products.js'
import type { FlagType, Product } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { applies } from '../flags/flag-type.js'
import type { Row } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import type { ScopeList } from './inputs.js'

/** A product, or one of its components; null stands for any. */
export type Scope = Pick<Row<'flag_type_scopes'>, 'is_exclusion' | 'product_id' | 'component_id'>

const everywhere: Scope = { is_exclusion: false, product_id: null, component_id: null }

/**
 * The scopes of an input. A flag type without inclusions applies everywhere.
 * @throws object_does_not_exist for a product, require_component
 */
export function scopesOf(call: Call, list: ScopeList, is_exclusion: boolean): Scope[] {
  const field = is_exclusion ? 'exclusions' : 'inclusions'
  const scopes = list.flatMap((item): Scope[] => {
    const named = typeof item === 'string' ? { [item]: [] } : item
    return Object.entries(named).flatMap(([name, components]) => {
      const product = requireProduct(call, name, field)
      const ids = components.map((component) => requireComponentOf(product, component, field))
      const wanted = ids.length === 0 ? [null] : ids
      return wanted.map((component_id) => ({ is_exclusion, product_id: product.id, component_id }))
    })
  })
  return scopes.length === 0 && !is_exclusion ? [everywhere] : scopes
}

/**
 * The caller may see the flag type: it applies to something in a product there is for the caller. Members of editcomponents also see
 * those that apply nowhere now, unless it is hidden products that they are for.
 */
export function isVisibleType(call: Call, type: FlagType): boolean {
  const products = [...call.catalogue.products].filter((product) => isAccessible(call, product))
  if (products.some((product) => appliesTo(type, product))) return true
  const inclusions = type.scopes.filter((scope) => !scope.is_exclusion)
  const isForThem = ({ product_id }: Scope) =>
    product_id === null || products.some((product) => product.id === product_id)
  return hasRight(call, 'editcomponents') && (inclusions.length === 0 || inclusions.some(isForThem))
}

/** It applies to some component of the product. */
export function appliesTo(type: FlagType, product: Product): boolean {
  return product.components.some((component) => applies(type, component))
}

/**
 * True for members of editcomponents, and for users with that right in all products that the flag type includes, if it
 * names any.
 */
export function mayAdminister(call: Call, scopes: readonly Scope[]): boolean {
  if (hasRight(call, 'editcomponents')) return true
  return scopes
    .filter((scope) => !scope.is_exclusion)
    .every(({ product_id }) => {
      const product = call.catalogue.products.get(product_id ?? 0)
      return product !== undefined && hasProductRight(call, product, 'editcomponents')
    })
}

function requireComponentOf(product: Product, name: string, field: string): number {
  const found = product.components.find((component) => component.name_folded === fold(name.trim()))
  if (found) return found.id
  throw new TrackerError('require_component', { field, value: name })
}
