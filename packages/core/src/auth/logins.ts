// The providers of a tracker, with their rules.
import type { Login, LoginOptions, Logins, LoginWay } from '../call/login-provider.js'
import { kindOf } from '../kernel/error-text.js'
import { TrackerError } from '../kernel/errors.js'
import { refuseUnknownOptions, type OptionNames } from '../kernel/renamed-options.js'
import { fold } from '../store/index.js'

const most = 8
const longestSession = 4320
const policyOptions: OptionNames<LoginWay> = {
  provider: true,
  emails: true,
  adopt: true,
  accounts: true,
  groups: true,
  requireGroup: true,
  follows: true,
  secondFactor: true,
  sessionHours: true,
  logout: true,
}

const choices: Readonly<Record<string, readonly unknown[]>> = {
  emails: ['verified', 'all'],
  accounts: ['pattern', 'all', 'none'],
  secondFactor: ['here', 'provider'],
  adopt: [true, false],
  follows: [true, false],
  logout: ['here', 'provider'],
}

/** @throws invalid_options */
export function requireLogins(logins: unknown, ofHost: readonly string[]): asserts logins is LoginOptions {
  const given = logins as { readonly providers?: unknown } | null
  refuseUnknownOptions(given, { providers: true }, 'createTracker', 'logins')
  const ways = given?.providers
  if (!Array.isArray(ways) || ways.length > most)
    throw invalid('logins.providers', kindOf(ways), `a list of at most ${most} providers`)
  const groups = new Set(ofHost.map((name) => fold(name.trim())))
  const [names, issuers] = [new Set<string>(), new Set<string>()]
  for (const [index, way] of ways.entries()) {
    const field = `logins.providers.${index}`
    requireWay(way, field)
    requireNew(names, way.provider.name, `${field}.provider.name`)
    requireNew(issuers, way.provider.issuer, `${field}.provider.issuer`)
    for (const name of way.groups ?? []) requireNew(groups, fold(name.trim()), `${field}.groups`)
  }
}

function requireWay(way: unknown, field: string): asserts way is LoginWay {
  if (typeof way !== 'object' || way === null) throw invalid(field, kindOf(way), '{ provider, … }')
  refuseUnknownOptions(way, policyOptions, 'createTracker', field)
  const { provider, groups = [], requireGroup, sessionHours = 1, ...rest } = way as Partial<LoginWay>
  if (typeof provider?.begin !== 'function' || typeof provider.finish !== 'function')
    throw invalid(`${field}.provider`, kindOf(provider), 'a provider, such as oidc() of @trackerkit/oidc')
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(provider.name) || ['passkey', 'password', 'continue'].includes(provider.name))
    throw invalid(`${field}.provider.name`, provider.name, 'a letter, then at most 31 letters, digits and hyphens')
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && !choices[name]?.includes(value))
      throw invalid(`${field}.${name}`, value, choices[name]?.map(String).join(' or ') ?? '')
  const areNames = Array.isArray(groups) && groups.every((name) => typeof name === 'string')
  if (!areNames) throw invalid(`${field}.groups`, kindOf(groups), 'a list of names of groups')
  if (requireGroup !== undefined && typeof requireGroup !== 'string')
    throw invalid(`${field}.requireGroup`, kindOf(requireGroup), 'the name of a group')
  if (typeof sessionHours !== 'number' || !(sessionHours >= 1 && sessionHours <= longestSession))
    throw invalid(`${field}.sessionHours`, String(sessionHours), `1 to ${longestSession}`)
}

function requireNew(known: Set<string>, value: string, field: string): void {
  if (known.has(value)) throw invalid(field, value, 'one that no other provider has')
  known.add(value)
}

function invalid(field: string, value: unknown, accepted: string): TrackerError {
  return new TrackerError('invalid_options', { field, value, accepted })
}

export function createLogins({ providers }: LoginOptions = { providers: [] }): Logins {
  const defaults = {
    emails: 'verified',
    adopt: false,
    accounts: 'pattern',
    groups: [],
    requireGroup: undefined,
    follows: false,
    secondFactor: 'here',
    sessionHours: 168,
    logout: 'here',
  } as const
  return new Map(providers.map((way) => [way.provider.name, { ...defaults, ...given(way) } as Login]))
}

function given(way: LoginWay): Partial<LoginWay> {
  return Object.fromEntries(Object.entries(way).filter(([, value]) => value !== undefined))
}

/** @throws login_provider_unknown */
export function requireLogin(logins: Logins, name: string): Login {
  const login = logins.get(name)
  if (!login)
    throw new TrackerError('login_provider_unknown', { field: 'by', value: name, accepted: [...logins.keys()] })
  return login
}
