// Options of `ldap`, and what they must be.
import { isIP } from 'node:net'
import { refuseUnknownOptions, type OptionNames } from '@trackerkit/core/store'

/** Options of `ldap`. */
export interface LdapOptions {
  /** Names the sessions. Default: `ldap`. */
  readonly name?: string | undefined
  /** As people read it. */
  readonly title: string
  /** `ldaps://HOST`, or `ldap://HOST` with `startTls`; on this machine also without. */
  readonly url: string
  /** Encrypts the connection before anything is sent. Default: false. */
  readonly startTls?: boolean | undefined
  /** Certificates of authorities, as PEM, in place of the known ones: text, or the contents of a file. */
  readonly ca?: string | Uint8Array | undefined
  /** The entry below which people are found. */
  readonly base: string
  /** The account that searches. Default: an anonymous search. */
  readonly reader?: { readonly dn: string; readonly password: string } | undefined
  /** Attributes with which people log in. Default: `uid`. */
  readonly loginAttributes?: readonly string[] | undefined
  /** A further condition for people, such as `(objectClass=person)`. */
  readonly filter?: string | undefined
  /** The attribute that identifies an entry for good. Default: `entryUUID`; in Active Directory `objectGUID`. */
  readonly subjectAttribute?: string | undefined
  /** Default: `mail`. */
  readonly mailAttribute?: string | undefined
  /** Default: `cn`. */
  readonly nameAttribute?: string | undefined
  /** Where groups are found: their `cn` are the groups of a person. Default: the directory decides no groups. */
  readonly groups?: { readonly base: string; readonly memberAttribute?: string | undefined } | undefined
  /** The issuer under which accounts are linked. Default: `ldap:` and the base. Do not change it later. */
  readonly issuer?: string | undefined
  /** Milliseconds of a clock, for tests. */
  readonly now?: (() => number) | undefined
}

/** Options with their defaults. */
export interface Settings extends LdapOptions {
  readonly host: string
  readonly isEncrypted: boolean
  readonly loginAttributes: readonly string[]
  readonly subjectAttribute: string
  readonly mailAttribute: string
  readonly nameAttribute: string
}

const known: OptionNames<LdapOptions> = {
  name: 'text',
  title: 'text',
  url: 'text',
  startTls: 'true or false',
  ca: 'text or a Buffer',
  base: 'text',
  reader: true,
  loginAttributes: 'a list of texts',
  filter: 'text',
  subjectAttribute: 'text',
  mailAttribute: 'text',
  nameAttribute: 'text',
  groups: true,
  issuer: 'text',
  now: 'a function',
}
const readerOptions: OptionNames<NonNullable<LdapOptions['reader']>> = { dn: 'text', password: 'text' }
const groupOptions: OptionNames<NonNullable<LdapOptions['groups']>> = { base: 'text', memberAttribute: 'text' }

const loopback = ['localhost', '127.0.0.1', '[::1]']
const maxAttributes = 10

/** @throws TypeError that names the option; invalid_options for one that does not exist or has the wrong type */
export function settingsOf(options: LdapOptions): Settings {
  // A misspelled `filter` would let everyone in.
  refuseUnknownOptions(options, known, 'ldap')
  refuseUnknownOptions(options.reader, readerOptions, 'ldap', 'reader')
  refuseUnknownOptions(options.groups, groupOptions, 'ldap', 'groups')
  const { url, base, reader, startTls = false, groups } = options
  const { loginAttributes = ['uid'], subjectAttribute = 'entryUUID' } = options
  const { mailAttribute = 'mail', nameAttribute = 'cn' } = options
  if (!URL.canParse(url)) throw new TypeError('url: ldaps://HOST or ldap://HOST is required')
  const { protocol, hostname, pathname } = new URL(url)
  if (!/^ldaps?:$/.test(protocol) || hostname === '' || !['', '/'].includes(pathname))
    throw new TypeError('url: ldaps://HOST or ldap://HOST is required')
  if (protocol === 'ldaps:' && startTls) throw new TypeError('startTls: only with ldap://')
  const isEncrypted = protocol === 'ldaps:' || startTls
  if (!isEncrypted && !loopback.includes(hostname))
    throw new TypeError('url: ldaps://, or startTls, is required for another machine')
  if (base === '') throw new TypeError('base: the entry below which people are found is required')
  if (groups?.base === '') throw new TypeError('groups.base: the entry below which groups are found is required')
  // Without a password, a directory accepts any name as an anonymous reader.
  if (reader && (reader.dn === '' || reader.password === ''))
    throw new TypeError('reader: both the name and the password of the account that searches are required')
  if (loginAttributes.length === 0 || loginAttributes.length > maxAttributes)
    throw new TypeError(`loginAttributes: 1 to ${maxAttributes} attributes are required`)
  const names = { loginAttributes, subjectAttribute, mailAttribute, nameAttribute, ...groups }
  requireAttributes(names)
  const host = isIP(hostname.replace(/^\[|\]$/g, '')) ? hostname.replace(/^\[|\]$/g, '') : hostname
  return { ...options, host, isEncrypted, loginAttributes, subjectAttribute, mailAttribute, nameAttribute }
}

function requireAttributes({ base: _, ...names }: Readonly<Record<string, unknown>>): void {
  for (const [option, given] of Object.entries(names))
    for (const name of [given].flat())
      if (name !== undefined && (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(name)))
        throw new TypeError(`${option}: the name of an attribute is required`)
}
