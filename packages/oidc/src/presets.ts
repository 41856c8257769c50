// Providers whose differences are known.
import { LoginProviderError, type LoginProvider } from '@trackerkit/core/host'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'
import type { Claims } from './claims.js'
import { commonOptions, providerOf, type OidcOptions } from './oidc.js'

/** Options of every preset. */
export interface PresetOptions extends Pick<
  OidcOptions,
  'clientId' | 'clientSecret' | 'acr' | 'alg' | 'fetch' | 'now'
> {
  /** In addresses. Default: the name of the preset. */
  readonly name?: string | undefined
  /** As people read it. Default: the name of the service. */
  readonly title?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly confirms?: boolean | undefined
}

/**
 * People log in with Google. `hostedDomain`: only those of this Workspace domain.
 * @example google({ clientId: 'x', clientSecret: 'y', hostedDomain: 'example.com' })
 */
export function google(options: PresetOptions & { readonly hostedDomain?: string | undefined }): LoginProvider {
  // A misspelled `hostedDomain` would let everyone in.
  requireKnown(options, 'google', { hostedDomain: 'text' })
  const { hostedDomain, ...rest } = options
  const given = named(rest, 'google', 'Google', false)
  return providerOf(
    { ...given, issuer: 'https://accounts.google.com' },
    {
      parameters: hostedDomain === undefined ? undefined : { hd: hostedDomain },
      requirePerson: ({ hd, sub }) => {
        if (hostedDomain !== undefined && hd !== hostedDomain)
          throw new LoginProviderError('not allowed', 'another hosted domain', {
            ...(typeof sub === 'string' && { subject: sub }),
          })
      },
      proofOf: provenByGoogle,
      hasGroupsInUserinfo: false,
    },
  )
}

/** Google is the authority of only its own addresses; others were theirs when they were verified. */
function provenByGoogle({ email, email_verified, hd }: Claims) {
  if (email_verified !== true) return 'none'
  const isOwn = typeof hd === 'string' || (typeof email === 'string' && email.toLowerCase().endsWith('@gmail.com'))
  return isOwn ? 'now' : 'once'
}

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * People of one tenant of Microsoft Entra log in. Only the optional claim `xms_edov` proves their address: `email` is what
 * the administrator of the tenant of the person has entered.
 * @throws TypeError for a tenant that is not a GUID, such as `common`
 */
export function microsoft(
  options: PresetOptions & {
    /** The ID of the tenant. */
    readonly tenant: string
    /** The names of groups by their object IDs, which the claim contains. */
    readonly groupNames?: Readonly<Record<string, string>> | undefined
  },
): LoginProvider {
  requireKnown(options, 'microsoft', { tenant: 'text', groupNames: true })
  const { tenant, groupNames = {}, ...rest } = options
  if (!guid.test(tenant)) throw new TypeError('tenant: the GUID of one tenant is required')
  const given = named(rest, 'microsoft', 'Microsoft', false)
  return providerOf(
    // The service writes its issuer in lower case.
    { ...given, issuer: `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0` },
    {
      proofOf: ({ xms_edov }) => (xms_edov === true || xms_edov === 1 || xms_edov === '1' ? 'now' : 'none'),
      hasGroupsInUserinfo: false,
      groupName: (id) => (Object.hasOwn(groupNames, id) ? groupNames[id] : undefined),
    },
  )
}

/** People log in with GitLab, or a GitLab of your own at `url`. */
export function gitlab(
  options: PresetOptions & {
    readonly url?: string | undefined
    /** The claim that lists groups. Default: `groups_direct`, otherwise `groups`. */
    readonly groupsClaim?: string | undefined
  },
): LoginProvider {
  requireKnown(options, 'gitlab', { url: 'text', groupsClaim: 'text' })
  const { url = 'https://gitlab.com', ...rest } = options
  const given = named(rest, 'gitlab', 'GitLab', false)
  return providerOf({ ...given, issuer: url }, { groupClaims: ['groups_direct', 'groups'] })
}

/** People of a realm of Keycloak log in. Groups need the mapper "Group Membership" into the ID token or userinfo. */
export function keycloak(options: PresetOptions & Pick<OidcOptions, 'issuer' | 'groupsClaim'>): LoginProvider {
  requireKnown(options, 'keycloak', { issuer: 'text', groupsClaim: 'text' })
  const given = named(options, 'keycloak', 'Keycloak', true)
  return providerOf({ ...given, issuer: options.issuer }, { groupName: (path) => path.replace(/^\//, '') })
}

/** @throws invalid_options for an option that neither all presets have nor this one */
function requireKnown<T extends PresetOptions>(
  options: T,
  preset: string,
  own: OptionNames<Omit<T, keyof PresetOptions>>,
): void {
  refuseUnknownOptions(options, { ...commonOptions, ...own }, preset)
}

/** Options with the defaults of a preset. */
function named<T extends PresetOptions>(options: T, name: string, title: string, confirms: boolean) {
  return {
    ...options,
    name: options.name ?? name,
    title: options.title ?? title,
    confirms: options.confirms ?? confirms,
  }
}
