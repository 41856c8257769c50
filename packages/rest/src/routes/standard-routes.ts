// The routes of resources with the standard paths.
import type { AnyOperation } from '@trackerkit/core/operations'
import type { Parameters } from '../http/request/target.js'
import type { Credential } from '@trackerkit/core'
import type { Credentials } from '../callers/credentials.js'
import { among, idOrName, idOrProduct, only, type Route } from '../router/route.js'

/** Operations by their usual verbs; a resource may lack some. */
interface Verbs {
  readonly get: AnyOperation
  readonly create?: AnyOperation
  readonly update?: AnyOperation
  readonly delete?: AnyOperation
}

/** Other spellings that clients use in the input. */
interface Spellings {
  readonly create?: (parameters: Parameters, credentials: Credentials) => Credential
  readonly update?: (parameters: Parameters, credentials: Credentials) => Credential
}

/** Lists, gets, creates, updates and deletes by ID or name. */
export function usual(verbs: Verbs, path: string, spellings: Spellings = {}): Route[] {
  const one = { path: `${path}/{id_or_name}`, fill: { id_or_name: idOrName } }
  return [
    { method: 'GET', path, operation: verbs.get, fill: {} },
    { method: 'GET', ...one, operation: verbs.get },
    ...changing(verbs, path, [one], spellings),
  ]
}

/** The same for parts of products, by ID, or by product and name. `listed`: GET on the path lists all of them. */
export function ofProducts(verbs: Verbs, path: string, listed: boolean, spellings: Spellings = {}): Route[] {
  const named = { path: `${path}/{product}/{name}`, fill: { product: only('product'), name: among('names') } }
  const numbered = { path: `${path}/{id}`, fill: { id: among('ids') } }
  const ofProduct = { path: `${path}/{id_or_product}`, fill: { id_or_product: idOrProduct } }
  const list: Route = { method: 'GET', path, operation: verbs.get, fill: {} }
  return [
    ...(listed ? [list] : []),
    { method: 'GET', ...ofProduct, operation: verbs.get },
    { method: 'GET', ...named, operation: verbs.get },
    ...changing(verbs, path, [numbered, named], spellings),
  ]
}

function changing(
  { create, update, delete: remove }: Verbs,
  path: string,
  ones: readonly Pick<Route, 'path' | 'fill'>[],
  spellings: Spellings,
): Route[] {
  const made: Route[] = create
    ? [{ method: 'POST', path, operation: create, fill: {}, ...inputOf(spellings.create) }]
    : []
  const changed = ones.flatMap((one): Route[] =>
    update ? [{ method: 'PUT', ...one, operation: update, ...inputOf(spellings.update) }] : [],
  )
  const removed = ones.flatMap((one): Route[] => (remove ? [{ method: 'DELETE', ...one, operation: remove }] : []))
  return [...made, ...changed, ...removed]
}

function inputOf(input: Route['input'] | undefined): Pick<Route, 'input'> {
  return input ? { input } : {}
}
