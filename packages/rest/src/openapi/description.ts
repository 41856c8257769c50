// Serves the description of the API.
import { setImmediate } from 'node:timers/promises'
import { methodNotAllowed } from '../router/router.js'
import type { Route } from '../router/route.js'
import { routes } from '../routes/index.js'
import type { Target } from '../http/request/target.js'
import { documentInParts, ownPath, serversAt, type OpenApiDocument } from './document.js'

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
): Promise<DescriptionAnswer> | undefined {
  if (`/${segments.filter((segment) => segment !== '').join('/')}` !== ownPath) return undefined
  if (method !== 'OPTIONS' && !methods.includes(method)) throw methodNotAllowed(method, methods)
  return answerAt(offered, method, base)
}

async function answerAt(offered: readonly Route[], method: string, base: string): Promise<DescriptionAnswer> {
  if (method === 'OPTIONS') return { value: {}, headers: { Allow: methods.join(', ') } }
  return { value: await descriptionAt(offered, base) }
}

const made = new Map<readonly Route[], Promise<OpenApiDocument>>()

/** Making the description takes a while; only the server URL depends on the request. */
async function descriptionAt(offered: readonly Route[], base: string): Promise<OpenApiDocument> {
  const making = made.get(offered) ?? makeInParts(offered, base)
  made.set(offered, making)
  return { ...(await making), servers: serversAt(base) }
}

/** Others are served between the parts. */
async function makeInParts(offered: readonly Route[], base: string): Promise<OpenApiDocument> {
  const making = documentInParts(offered, base, { takesCredentials: offered === routes })
  for (;;) {
    const { done, value } = making.next()
    if (done) return value
    await setImmediate()
  }
}
