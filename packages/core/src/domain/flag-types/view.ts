// Flag types in responses.
import * as z from 'zod'
import { isAccessible } from '../../access/products.js'
import { groupBy } from '../../kernel/collections.js'
import type { FlagType, Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { flagType, viewFlagType } from '../flags/flag-type.js'
import { mayGrant, mayRequest } from '../flags/rights.js'
import { scopeList, type ScopeList } from './inputs.js'

export const flagTypeView = flagType
  .extend({
    type: z.enum(['bug', 'attachment']).meta({ description: 'Type of item that has such flags.' }),
    values: z.array(z.string()).meta({ description: "Statuses that the caller can set: 'X' (clear), '?', '+', '-'." }),
    inclusions: scopeList.exactOptional().meta({ description: 'Where the type applies; absent if everywhere.' }),
    exclusions: scopeList.meta({ description: 'Where the type does not apply.' }),
  })
  .meta({ id: 'FlagType', description: 'A flag type, and where it applies.' })

type View = z.output<typeof flagTypeView>

/** A flag type; for a product, only its scopes in that product. */
export function viewType(call: Call, type: FlagType, product: Product | undefined): View {
  const scopesOf = (is_exclusion: boolean) => {
    const scopes = type.scopes.filter((scope) => scope.is_exclusion === is_exclusion)
    return product ? componentsIn(product, scopes) : listScopes(call, scopes)
  }
  const inclusions = scopesOf(false)
  return {
    ...viewFlagType(call, type),
    type: type.target_type === 'attachment' ? 'attachment' : 'bug',
    values: valuesFor(call, type),
    ...(inclusions && { inclusions }),
    exclusions: scopesOf(true) ?? [],
  }
}

/** The components of a product that the scopes name; undefined when it is all of them. */
function componentsIn(product: Product, scopes: FlagType['scopes']): string[] | undefined {
  const ofProduct = scopes.filter((scope) => scope.product_id === null || scope.product_id === product.id)
  if (ofProduct.some((scope) => scope.component_id === null)) return undefined
  const ids = new Set(ofProduct.map((scope) => scope.component_id))
  return product.components.filter((component) => ids.has(component.id)).map((component) => component.name)
}

/** Products and components that the scopes name, as far as there are for the caller; undefined when it is everything. */
function listScopes(call: Call, scopes: FlagType['scopes']): ScopeList | undefined {
  if (scopes.some((scope) => scope.product_id === null)) return undefined
  const ofProducts = groupBy(scopes, (scope) => scope.product_id)
  return [...call.catalogue.products].flatMap((product) => {
    const mine = ofProducts.get(product.id)
    if (!mine || !isAccessible(call, product)) return []
    const components = componentsIn(product, mine)
    return [components ? { [product.name]: components } : product.name]
  })
}

function valuesFor({ who }: Call, type: FlagType): string[] {
  const asks = type.is_requestable && mayRequest(who, type)
  return ['X', ...(asks ? ['?'] : []), ...(mayGrant(who, type) ? ['+', '-'] : [])]
}
