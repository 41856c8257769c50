// Finds a person in the directory, and logs in as them to check the password.
import { randomUUID } from 'node:crypto'
import {
  LoginProviderError,
  type PasswordGiven,
  type PasswordSource,
  type ProviderPerson,
  type WrongPassword,
} from '@trackerkit/core/host'
import { fold } from '@trackerkit/core/store'
import type { Entry, Filter } from 'ldapts'
import { EntryError, isBinaryId, unavailable, withConnection, type Connection } from './connection.js'
import { settingsOf, type LdapOptions, type Settings } from './options.js'

export type { LdapOptions } from './options.js'

/** A directory as the tracker uses it. */
export interface LdapSource extends PasswordSource {
  /** Searches as a login would, without one. @throws LoginProviderError */
  check(signal: AbortSignal): Promise<void>
}

const mostAtOnce = 8
/** A directory that does not respond delays one login, not every one. */
const pause = 10_000
const maxGroups = 1000
const maxLogin = 255

/**
 * An LDAP directory that checks passwords: a reader finds the entry of the login, and the password must log in to it.
 * @throws TypeError for options that cannot be
 * @example ldap({ title: 'Example', url: 'ldaps://ldap.example.com', base: 'ou=people,dc=example,dc=com' })
 */
export function ldap(options: LdapOptions): LdapSource {
  const settings = settingsOf(options)
  const { name = 'ldap', title, base, issuer = `ldap:${base}`, now = () => performance.now() } = options
  let running = 0
  let failed: { readonly until: number; readonly error: unknown } | undefined

  async function limited<T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (failed && failed.until > now()) throw failed.error
    if (running >= mostAtOnce) throw unavailable('too many logins at once')
    running++
    try {
      const found = await withConnection(settings, signal, work)
      failed = undefined
      return found
    } catch (error) {
      const isDown = error instanceof LoginProviderError && error.reason === 'unavailable'
      if (isDown && !(error instanceof EntryError)) failed = { until: now() + pause, error }
      throw error
    } finally {
      running--
    }
  }

  return {
    name,
    title,
    issuer,
    async verify(given) {
      // A login without a password would succeed as an anonymous one.
      if (given.password === '' || given.login === '' || given.login.length > maxLogin) return 'absent'
      return limited(given.signal, (connection) => verify(connection, settings, given))
    },
    check: (signal) => limited(signal, (connection) => check(connection, settings)),
  }
}

async function verify(
  connection: Connection,
  settings: Settings,
  given: PasswordGiven,
): Promise<ProviderPerson | WrongPassword | 'wrong' | 'absent'> {
  const { login, password } = given
  const { base, loginAttributes, subjectAttribute, mailAttribute, nameAttribute } = settings
  await connection.asReader()
  const entry = await (given.subject === undefined
    ? findByLogin(connection, settings, login)
    : findAgain(connection, settings, login, given.subject))
  if (!entry) {
    // In the time of a wrong password.
    await connection.asUser(`uid=${randomUUID()},${base}`, password)
    return 'absent'
  }
  const subject = subjectOf(entry, subjectAttribute)
  if (!(await connection.asUser(entry.dn, password))) return subject === undefined ? 'wrong' : { wrong: subject }
  if (subject === undefined) throw new LoginProviderError('not valid', `the entry has no ${subjectAttribute}`)
  const [full_name, email] = [textOf(entry, nameAttribute), textOf(entry, mailAttribute)]
  const groups = await groupsOf(connection, settings, entry.dn)
  const shown_as = textOf(entry, loginAttributes[0] ?? '') ?? login
  // A directory keeps addresses, and verifies none.
  return { subject, shown_as, full_name, email, groups, proof: 'none' }
}

async function findByLogin(connection: Connection, settings: Settings, login: string): Promise<Entry | undefined> {
  const [entry, ...others] = await search(connection, settings, settings.loginAttributes, login)
  if (others.length > 0) throw new LoginProviderError('not valid', 'several entries have this login')
  return entry && hasLogin(entry, settings, login) ? entry : undefined
}

/** By login first: a directory may have no index of the IDs, which makes searches by them slow. */
async function findAgain(
  connection: Connection,
  settings: Settings,
  login: string,
  subject: string,
): Promise<Entry | undefined> {
  const { loginAttributes, subjectAttribute } = settings
  const isSame = (entry: Entry) => subjectOf(entry, subjectAttribute) === subject
  const named = (await search(connection, settings, loginAttributes, login)).find(isSame)
  if (named) return named
  const value = subjectValue(subject, subjectAttribute)
  return (await search(connection, settings, [subjectAttribute], value)).find(isSame)
}

async function search(
  connection: Connection,
  settings: Settings,
  by: readonly string[],
  value: string | Buffer,
): Promise<readonly Entry[]> {
  const { base, loginAttributes, subjectAttribute, mailAttribute, nameAttribute } = settings
  const attributes = [...new Set([...loginAttributes, subjectAttribute, mailAttribute, nameAttribute])]
  return connection.search(base, { filter: await filterOf(settings, by, value), attributes, maxEntries: 1 })
}

/** Values are sent as they are: no text is put together, so there is nothing to escape. */
async function filterOf({ filter }: Settings, attributes: readonly string[], value: string | Buffer): Promise<Filter> {
  const { AndFilter, EqualityFilter, FilterParser, OrFilter } = await import('ldapts')
  const filters = attributes.map((attribute) => new EqualityFilter({ attribute, value }))
  const named = new OrFilter({ filters })
  if (filter === undefined) return named
  try {
    return new AndFilter({ filters: [named, FilterParser.parseString(filter)] })
  } catch {
    throw unavailable('the filter is not valid')
  }
}

async function groupsOf(
  connection: Connection,
  { groups }: Settings,
  dn: string,
): Promise<readonly string[] | undefined> {
  if (!groups) return undefined
  const { base, memberAttribute = 'member' } = groups
  const { EqualityFilter } = await import('ldapts')
  // The person may not be allowed to read groups.
  await connection.asReader()
  const filter = new EqualityFilter({ attribute: memberAttribute, value: dn })
  const found = await connection.search(base, { filter, attributes: ['cn'] })
  if (found.length > maxGroups) throw new LoginProviderError('not valid', `more than ${maxGroups} groups`)
  return found.flatMap((group) => textOf(group, 'cn') ?? [])
}

async function check(connection: Connection, settings: Settings): Promise<void> {
  const { base, loginAttributes, groups } = settings
  const { PresenceFilter } = await import('ldapts')
  await connection.asReader()
  await connection.search(base, {
    filter: await filterOf(settings, loginAttributes, 'x'),
    attributes: ['1.1'],
    maxEntries: 1,
  })
  for (const one of [base, ...(groups ? [groups.base] : [])]) {
    const filter = new PresenceFilter({ attribute: 'objectClass' })
    const found = await connection.search(one, { filter, attributes: ['1.1'], maxEntries: 1, scope: 'base' })
    if (found.length === 0) throw unavailable('the reader cannot see the entries')
  }
}

/**
 * Directories ignore more than case, such as the width of letters and repeated spaces. Wrong passwords are counted by login: each
 * spelling would have separate guesses.
 */
function hasLogin(entry: Entry, { loginAttributes }: Settings, login: string): boolean {
  const values = loginAttributes.flatMap((attribute) => valuesOf(entry, attribute))
  return values.some((value) => typeof value === 'string' && fold(value) === fold(login))
}

/** The names of attributes have no case. */
function valuesOf(entry: Entry, attribute: string): readonly (string | Buffer)[] {
  const key = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase() && one !== 'dn')
  return key === undefined ? [] : ([entry[key] ?? []].flat() as readonly (string | Buffer)[])
}

function textOf(entry: Entry, attribute: string): string | undefined {
  const [value] = valuesOf(entry, attribute)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `subjectOf` returns binary IDs as hexadecimal digits. */
function subjectValue(subject: string, attribute: string): string | Buffer {
  return isBinaryId(attribute) ? Buffer.from(subject, 'hex') : subject
}

function subjectOf(entry: Entry, attribute: string): string | undefined {
  const [value, ...others] = valuesOf(entry, attribute)
  if (others.length > 0) return undefined
  return Buffer.isBuffer(value) ? value.toString('hex') || undefined : value || undefined
}
