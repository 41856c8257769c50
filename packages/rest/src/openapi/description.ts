// Serves the description of the API.
import { methodNotAllowed } from '../router/router.js'
import type { Route } from '../router/route.js'
import { routes } from '../routes/index.js'
import type { Target } from '../wire/target.js'
import { createDocument, ownPath, serversAt, type OpenApiDocument } from './document.js'

const methods = ['GET', 'HEAD', 'OPTIONS']

interface DescriptionAnswer {
  readonly value: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The answer to a request for the description; undefined for every other path.
 * @throws WireError (405) for a method that it does not have
 */
export function describeApi(
  offered: readonly Route[],
  method: string,
  { base, segments }: Target,
): DescriptionAnswer | undefined {
  if (`/${segments.filter((segment) => segment !== '').join('/')}` !== ownPath) return undefined
  if (method === 'OPTIONS') return { value: {}, headers: { Allow: methods.join(', ') } }
  if (!methods.includes(method)) throw methodNotAllowed(method, methods)
  return { value: descriptionAt(offered, base) }
}

const made = new Map<readonly Route[], OpenApiDocument>()

/** Making the description takes a while; of all that it says only the place depends on how it is asked for. */
function descriptionAt(offered: readonly Route[], base: string): OpenApiDocument {
  const document = made.get(offered) ?? createDocument(offered, base, { takesCredentials: offered === routes })
  made.set(offered, document)
  return { ...document, servers: serversAt(base) }
}
