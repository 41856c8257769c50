// Providers that know people, such as those of OpenID Connect. They answer questions; every decision is made here.

/** A provider by which people log in. */
export interface LoginProvider {
  /** In addresses: lower-case letters, digits and hyphens, beginning with a letter, at most 32 characters. */
  readonly name: string
  /** As people read it. */
  readonly title: string
  /** The issuer under which identities are kept, compared exactly. */
  readonly issuer: string
  /** True if it can ask a person to log in again, and proves that by `auth_time`. */
  readonly mayConfirm: boolean
  /** Returns the address to which the browser goes. @throws LoginProviderError */
  begin(ask: LoginAsk): Promise<string>
  /** Exchanges the parameters of the callback for a person. @throws LoginProviderError */
  finish(answer: Readonly<Record<string, string>>, ask: LoginAsk): Promise<ProviderPerson>
  /** Returns the address that ends the session at the provider and leads back; undefined if there is none. */
  logoutUrl?(returnTo: string): Promise<string | undefined>
  /** Checks a logout token, which the provider sends when a person logs out there. @throws LoginProviderError */
  ended?(logoutToken: string, signal: AbortSignal): Promise<ProviderLogout>
}

/** A person who has logged out at a provider. */
export interface ProviderLogout {
  readonly subject: string
  /** Sessions that began before it end. */
  readonly at: Date
}

/** A directory that checks passwords, such as LDAP. */
export interface PasswordSource {
  /** Names the sessions that it began: lower-case letters, digits and hyphens, beginning with a letter, at most 32 characters. */
  readonly name: string
  /** As people read it. */
  readonly title: string
  /** The issuer under which identities are kept, compared exactly. */
  readonly issuer: string
  /**
   * Checks a password, which is never empty. `wrong`: it is not the password of this login; `absent`: the login is unknown there.
   * @throws LoginProviderError
   */
  verify(given: PasswordGiven): Promise<ProviderPerson | WrongPassword | 'wrong' | 'absent'>
}

/** A password that is not that of the person with this login. The audit log of their account records it. */
export interface WrongPassword {
  /** The `subject` of the person. */
  readonly wrong: string
}

/** A login and a password as a person typed them. */
export interface PasswordGiven {
  readonly login: string
  /** The `subject` of the person who is asked for the password again: their login may have changed since `login`. */
  readonly subject?: string | undefined
  readonly password: string
  readonly signal: AbortSignal
}

/** One login at a provider. */
export interface LoginAsk {
  readonly redirect_uri: string
  readonly state: string
  readonly nonce: string
  readonly code_verifier: string
  /** The person must log in there again. */
  readonly again: boolean
  readonly signal: AbortSignal
}

/** A person as described by a provider. */
export interface ProviderPerson {
  /** 1 to 255 characters, compared exactly. */
  readonly subject: string
  /** The name under which the provider shows the account; without one, empty: the beginning of the subject is shown. */
  readonly shown_as: string
  readonly full_name?: string | undefined
  readonly groups?: readonly string[] | undefined
  /** When the person last logged in there. */
  readonly auth_time?: Date | undefined
  readonly email?: string | undefined
  /** How sure it is that the address is theirs: it is now, it was once, or there is no proof. */
  readonly proof: 'now' | 'once' | 'none'
}

/** The reasons for which a provider gives no person. */
export type LoginProviderFailure = 'unavailable' | 'said no' | 'not valid' | 'not allowed'

/** Thrown by providers. The message is for the log, and must not contain a secret. */
export class LoginProviderError extends Error {
  override readonly name = 'LoginProviderError'
  /** The person who is not allowed any more: their sessions by this provider end. */
  readonly subject: string | undefined

  constructor(
    readonly reason: LoginProviderFailure,
    message: string,
    { subject, ...options }: ErrorOptions & { readonly subject?: string | undefined } = {},
  ) {
    super(message, options)
    this.subject = subject
  }
}

/** Rules for the people of a provider. */
export interface LoginPolicy {
  /** `all`: every address of this provider is proven, by the word of the operator. Default: `verified`. */
  readonly emails?: 'verified' | 'all' | undefined
  /** Gives an account to whoever proves its address at the provider. Never one with rights of administration. Default: false. */
  readonly adopt?: boolean | undefined
  /** New accounts: for addresses that createemailregexp accepts (default), for all, or for none. */
  readonly accounts?: 'pattern' | 'all' | 'none' | undefined
  /** The groups of the tracker that the provider decides about. */
  readonly groups?: readonly string[] | undefined
  /** The group at the provider that is required to log in. */
  readonly requireGroup?: string | undefined
  /** Later logins also change full name and login. Default: false. */
  readonly follows?: boolean | undefined
  /** `provider`: the provider asks for the second factor. Default: `here`. */
  readonly secondFactor?: 'here' | 'provider' | undefined
  /** Hours after which a session ends, 1 to 4,320. Default: 168. */
  readonly sessionHours?: number | undefined
  /** `provider`: logging out ends the session at the provider, too. Default: `here`. */
  readonly logout?: 'here' | 'provider' | undefined
}

/** A provider with its rules. */
export interface LoginWay extends LoginPolicy {
  readonly provider: LoginProvider
}

/** A directory with its rules. */
export interface PasswordWay extends LoginPolicy {
  readonly source: PasswordSource
}

/** How people log in beside the passwords of the tracker. */
export interface LoginOptions {
  readonly providers: readonly LoginWay[]
  /** Checks passwords of accounts without a password in the tracker, and of logins that no account has. */
  readonly passwords?: PasswordWay | undefined
}

type Rules = Omit<LoginPolicy, 'requireGroup'>

/** The parts of a provider or a directory that identities and sessions use. */
export type KnownSource = Pick<LoginProvider, 'name' | 'title' | 'issuer'>

/** A provider with all its rules. */
export interface Login<Source extends KnownSource = KnownSource> extends Readonly<{
  [K in keyof Rules]-?: NonNullable<Rules[K]>
}> {
  readonly provider: Source
  readonly requireGroup: string | undefined
}

/** Every way to log in beside the passwords of the tracker. */
export interface Logins {
  /** By name, in their order. */
  readonly providers: ReadonlyMap<string, Login<LoginProvider>>
  readonly passwords: Login<PasswordSource> | undefined
}

/** All providers, and the directory. */
export function allLogins({ providers, passwords }: Logins): readonly Login[] {
  return passwords ? [...providers.values(), passwords] : [...providers.values()]
}
