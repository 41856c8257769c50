// Serves the description of the API.
import { methodNotAllowed } from '../router.js'
import { routes } from '../routes/index.js'
import type { Target } from '../wire/target.js'
import { createDocument, ownPath, type OpenApiDocument } from './document.js'

const methods = ['GET', 'HEAD', 'OPTIONS']

interface DescriptionAnswer {
  readonly value: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The answer to a request for the description; undefined for every other path.
 * @throws WireError (405) for a method that it does not have
 */
export function describeApi(method: string, { base, segments }: Target): DescriptionAnswer | undefined {
  if (`/${segments.filter((segment) => segment !== '').join('/')}` !== ownPath) return undefined
  if (method === 'OPTIONS') return { value: {}, headers: { Allow: methods.join(', ') } }
  if (!methods.includes(method)) throw methodNotAllowed(method, methods)
  return { value: descriptionAt(base) }
}

let last: { readonly base: string; readonly document: OpenApiDocument } | undefined

/** The description of the API that is found at `base`. A server has one place as a rule, so one is remembered. */
function descriptionAt(base: string): OpenApiDocument {
  if (last?.base !== base) last = { base, document: createDocument(routes, base) }
  return last.document
}
