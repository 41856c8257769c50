// A user of the embedding program.
import { invalidOption, refuseUnknownOptions, type OptionNames } from '../kernel/renamed-options.js'
import { storable } from '../store/index.js'

/**
 * A user whom the host has authenticated, as the host describes them. The tracker keeps an account for each, and
 * updates it when the description changes: pass current values, not those from the start of the session.
 */
export interface HostUser {
  /** The permanent ID at the host: the ID of a row, the `sub` of a token. 1 to 255 characters, compared exactly. */
  readonly subject: string
  /** The issuer of the subject, if the host has several sources of users. Default: `host`. 1 to 255 characters. */
  readonly issuer?: string | undefined
  /** The login, which is also the email address: at most 127 characters, unique without regard to case. */
  readonly login: string
  /** The real name, at most 255 characters; may be empty. Default: unchanged. */
  readonly full_name?: string | undefined
  /**
   * The names of all groups of the user at the host, at most 10,000. Only those listed in `hostUsers.groups` count.
   * Default: unchanged.
   */
  readonly groups?: readonly string[] | undefined
  /** The reason why the user may not log in, at most 4,000 characters; '' permits it again. Default: unchanged. */
  readonly disabled?: string | undefined
}

/** How the tracker handles users of the host. */
export interface HostUserOptions {
  /** The groups that the host decides about, by name, at most 1,000. Others are never touched: list `admin` only if you mean it. */
  readonly groups?: readonly string[] | undefined
  /** If true, a new user of the host gets the existing account with the same login. Default: true. */
  readonly adopt?: boolean | undefined
}

const most = { subject: 255, issuer: 255, login: 127, full_name: 255, disabled: 4000 } as const
const mostGroups = 10_000
const mostManaged = 1000

/** @throws invalid_options, with the path of what is wrong as `field` */
export function requireHostUser(host: unknown, field: string): asserts host is HostUser {
  requireObject(host, field)
  const { subject, issuer = 'host', login, full_name = '', groups = [], disabled = '' } = host
  const texts = { subject, issuer, login, full_name, disabled }
  for (const [name, limit] of Object.entries(most)) {
    const isBlankable = name === 'full_name' || name === 'disabled'
    requireText(texts[name as keyof typeof most], `${field}.${name}`, limit, isBlankable)
  }
  requireNames(groups, `${field}.groups`, mostGroups)
}

/** @throws invalid_options */
export function requireHostUserOptions(options: unknown): asserts options is HostUserOptions {
  requireObject(options, 'hostUsers')
  // A misspelled `adopt` would adopt accounts.
  refuseUnknownOptions(
    options,
    { groups: true, adopt: true } satisfies OptionNames<HostUserOptions>,
    'createTracker',
    'hostUsers',
  )
  const { groups = [], adopt = true } = options
  requireNames(groups, 'hostUsers.groups', mostManaged)
  if (typeof adopt !== 'boolean') throw invalidOption('hostUsers.adopt', adopt, 'true or false')
}

function requireObject(value: unknown, field: string): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidOption(field, value, 'an object')
}

function requireText(value: unknown, field: string, limit: number, isBlankable: boolean): void {
  const accepted = `text of ${isBlankable ? 0 : 1} to ${limit} characters, without NUL and halves of characters`
  const isRight = typeof value === 'string' && value.length <= limit && storable(value) === value
  if (!isRight || (!isBlankable && value.trim() === '')) throw invalidOption(field, value, accepted)
}

function requireNames(value: unknown, field: string, limit: number): void {
  const isRight = Array.isArray(value) && value.length <= limit && value.every((name) => typeof name === 'string')
  if (!isRight) throw invalidOption(field, value, `a list of at most ${limit} names`)
}
