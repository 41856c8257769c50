// The providers of a tracker, with their rules.
import type {
  KnownSource,
  Login,
  LoginOptions,
  LoginPolicy,
  LoginProvider,
  Logins,
  LoginWay,
  PasswordWay,
} from '../call/login-provider.js'
import { kindOf } from '../kernel/error-text.js'
import { TrackerError } from '../kernel/errors.js'
import { invalidOption, refuseUnknownOptions, type OptionNames } from '../kernel/renamed-options.js'
import { fold } from '../store/index.js'

const most = 8
const longestSession = 4320
const policyOptions: OptionNames<LoginPolicy> = {
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
  const given = logins as { readonly providers?: unknown; readonly passwords?: unknown } | null
  refuseUnknownOptions(given, { providers: true, passwords: true }, 'createTracker', 'logins')
  const { providers: ways, passwords } = given ?? {}
  if (!Array.isArray(ways) || ways.length > most)
    throw invalidOption('logins.providers', kindOf(ways), `a list of at most ${most} providers`)
  const groups = new Set(ofHost.map((name) => fold(name.trim())))
  const [names, issuers] = [new Set<string>(), new Set<string>()]
  const requireDistinct = (source: KnownSource, { groups: managed = [] }: LoginPolicy, field: string, key: string) => {
    requireNew(names, source.name, `${field}.${key}.name`)
    requireNew(issuers, source.issuer, `${field}.${key}.issuer`)
    for (const name of managed) requireNew(groups, fold(name.trim()), `${field}.groups`)
  }
  for (const [index, way] of ways.entries()) {
    const field = `logins.providers.${index}`
    requireWay(way, field)
    requireDistinct(way.provider, way, field, 'provider')
  }
  if (passwords === undefined) return
  requirePasswordWay(passwords, 'logins.passwords')
  requireDistinct(passwords.source, passwords, 'logins.passwords', 'source')
}

function requireWay(way: unknown, field: string): asserts way is LoginWay {
  if (typeof way !== 'object' || way === null) throw invalidOption(field, kindOf(way), '{ provider, … }')
  refuseUnknownOptions(way, { provider: true, ...policyOptions }, 'createTracker', field)
  const { provider, ...policy } = way as Partial<LoginWay>
  if (typeof provider?.begin !== 'function' || typeof provider.finish !== 'function')
    throw invalidOption(`${field}.provider`, kindOf(provider), 'a provider, such as oidc() of @trackerkit/oidc')
  requireName(provider.name, `${field}.provider.name`)
  requirePolicy(policy, field)
}

function requirePasswordWay(way: unknown, field: string): asserts way is PasswordWay {
  if (typeof way !== 'object' || way === null) throw invalidOption(field, kindOf(way), '{ source, … }')
  refuseUnknownOptions(way, { source: true, ...policyOptions }, 'createTracker', field)
  const { source, ...policy } = way as Partial<PasswordWay>
  if (typeof source?.verify !== 'function')
    throw invalidOption(`${field}.source`, kindOf(source), 'a directory, such as ldap() of @trackerkit/ldap')
  requireName(source.name, `${field}.source.name`)
  requirePolicy(policy, field)
}

function requireName(name: string, field: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(name) || ['passkey', 'password', 'continue'].includes(name))
    throw invalidOption(field, name, 'a letter, then at most 31 letters, digits and hyphens')
}

function requirePolicy(policy: LoginPolicy, field: string): void {
  const { groups = [], requireGroup, sessionHours = 1, ...rest } = policy
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && !choices[name]?.includes(value))
      throw invalidOption(`${field}.${name}`, value, choices[name]?.map(String).join(' or ') ?? '')
  const areNames = Array.isArray(groups) && groups.every((name) => typeof name === 'string')
  if (!areNames) throw invalidOption(`${field}.groups`, kindOf(groups), 'a list of names of groups')
  if (requireGroup !== undefined && typeof requireGroup !== 'string')
    throw invalidOption(`${field}.requireGroup`, kindOf(requireGroup), 'the name of a group')
  if (typeof sessionHours !== 'number' || !(sessionHours >= 1 && sessionHours <= longestSession))
    throw invalidOption(`${field}.sessionHours`, String(sessionHours), `1 to ${longestSession}`)
}

function requireNew(known: Set<string>, value: string, field: string): void {
  if (known.has(value)) throw invalidOption(field, value, 'one that no other provider has')
  known.add(value)
}

export function createLogins({ providers, passwords }: LoginOptions = { providers: [] }): Logins {
  const ways = providers.map(({ provider, ...policy }) => [provider.name, { provider, ...rulesOf(policy) }] as const)
  const { source, ...policy } = passwords ?? {}
  return { providers: new Map(ways), passwords: source && { provider: source, ...rulesOf(policy) } }
}

function rulesOf(policy: LoginPolicy): Omit<Login, 'provider'> {
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
  const given = Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined))
  return { ...defaults, ...given }
}

/** @throws login_provider_unknown */
export function requireLogin({ providers }: Logins, name: string): Login<LoginProvider> {
  const login = providers.get(name)
  if (!login)
    throw new TrackerError('login_provider_unknown', { field: 'by', value: name, accepted: [...providers.keys()] })
  return login
}
