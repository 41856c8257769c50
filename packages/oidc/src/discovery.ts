// The discovery document of a provider, kept for a day; a failure for half a minute.
import type { Configuration, CustomFetch } from 'openid-client'
import { isSafeAddress, limitedFetch, unavailable, type Fetch } from './limited-fetch.js'

const day = 86_400_000
const pause = 30_000
const clockSkew = 60

export interface DiscoveryOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The only algorithm of ID tokens. */
  readonly alg?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Milliseconds of a clock. */
  readonly now?: (() => number) | undefined
}

export interface Discovery {
  /** @throws LoginProviderError */
  get(): Promise<Configuration>
  /** Returns true if the last document lists a claim; undefined before the first one. */
  hasClaim(name: string): boolean | undefined
}

interface Known {
  readonly until: number
  readonly configuration: Promise<Configuration>
}

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { now = () => performance.now() } = options
  const send = limitedFetch(options.fetch)
  let known: Known | undefined
  let claims: readonly string[] | undefined
  return {
    async get() {
      if (known && known.until > now()) return known.configuration
      const configuration = discover(options, send)
      const current = { until: now() + day, configuration }
      known = current
      try {
        claims = (await configuration).serverMetadata().claims_supported ?? []
      } catch {
        if (known === current) known = { until: now() + pause, configuration }
      }
      return configuration
    },
    hasClaim: (name) => claims?.includes(name),
  }
}

/** The library is loaded with the first login: most processes never need it. */
async function discover(options: DiscoveryOptions, send: Fetch): Promise<Configuration> {
  const { issuer, clientId, clientSecret: client_secret, alg } = options
  const client = await import('openid-client')
  const metadata = {
    client_secret,
    [client.clockTolerance]: clockSkew,
    ...(alg !== undefined && { id_token_signed_response_alg: alg }),
  }
  const execute = [
    // Without it the signature of an ID token is not checked.
    client.enableNonRepudiationChecks,
    // `limitedFetch` decides the addresses that may be without https.
    client.allowInsecureRequests,
  ]
  const found = await client
    .discovery(new URL(issuer), clientId, metadata, undefined, {
      execute,
      [client.customFetch]: send as unknown as CustomFetch,
    })
    .catch((error: unknown) => {
      throw causeOf(error) ?? unavailable('no valid discovery document')
    })
  requireFit(found, issuer)
  return found
}

function requireFit(configuration: Configuration, issuer: string): void {
  const document = configuration.serverMetadata()
  if (document.issuer !== issuer) throw unavailable('the discovery document is of another issuer')
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = document
  const required = [authorization_endpoint, token_endpoint, jwks_uri]
  const optional = userinfo_endpoint === undefined ? [] : [userinfo_endpoint]
  if (![...required, ...optional].every(isSafeAddress))
    throw unavailable('the discovery document lacks an address, or has one without https')
}

/** The error of `limitedFetch` behind one of the library. */
export function causeOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return error.name === 'LoginProviderError' ? error : causeOf(error.cause)
}
