// The directory that checks passwords, from the key `passwords` of the file of `--logins`.
import type { PasswordWay } from '@trackerkit/core/host'
import type { LdapSource } from '@trackerkit/ldap'
import * as z from 'zod'
import { loadOptional } from '../store/optional-package.js'
import { CommandError } from '../terminal/command.js'
import { policyEntry, readBeside, rulesOf, secretOf, text } from './login-rules.js'

export const directoryEntry = z.strictObject({
  preset: z.literal('ldap'),
  name: text.optional(),
  title: text,
  url: text,
  start_tls: z.boolean().optional(),
  ca_file: text.optional(),
  base: text,
  reader_dn: text.optional(),
  reader_password: text.optional(),
  reader_password_file: text.optional(),
  login_attributes: z.array(text).max(10).optional(),
  filter: text.optional(),
  subject_attribute: text.optional(),
  mail_attribute: text.optional(),
  name_attribute: text.optional(),
  groups_base: text.optional(),
  group_member_attribute: text.optional(),
  issuer: text.optional(),
  ...policyEntry,
  // A directory verifies no address: the operator vouches for them.
  emails: z.literal('all'),
})

type DirectoryEntry = z.output<typeof directoryEntry>

/** A source of this command, which `config check` can try. */
export interface DirectoryWay extends PasswordWay {
  readonly source: LdapSource
}

/** @throws CommandError */
export async function directoryOf(entry: DirectoryEntry, path: string): Promise<DirectoryWay> {
  const { ldap } = await loadOptional('@trackerkit/ldap', () => import('@trackerkit/ldap'))
  const where = `${path}: passwords`
  const { name, title, url, start_tls: startTls, base, login_attributes: loginAttributes, filter, issuer } = entry
  const { subject_attribute: subjectAttribute, mail_attribute: mailAttribute, name_attribute: nameAttribute } = entry
  const { groups_base, group_member_attribute: memberAttribute, ca_file } = entry
  const known = { name, title, url, startTls, base, loginAttributes, filter, issuer }
  const attributes = { subjectAttribute, mailAttribute, nameAttribute }
  const ca = ca_file === undefined ? undefined : readBeside(path, ca_file, `${where}.ca_file`)
  const groups = groups_base === undefined ? undefined : { base: groups_base, memberAttribute }
  const reader = readerOf(entry, path, where)
  try {
    return { source: ldap({ ...known, ...attributes, ca, groups, reader }), ...rulesOf(entry) }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`${where}: ${error.message}`)
  }
}

function readerOf(entry: DirectoryEntry, path: string, where: string) {
  const { reader_dn: dn, reader_password, reader_password_file: file } = entry
  if (dn !== undefined)
    return { dn, password: secretOf({ key: 'reader_password', text: reader_password, file }, path, where) }
  if (reader_password !== undefined || file !== undefined) throw new CommandError(`${where}: reader_dn is required`)
  return undefined
}

/** Searches as the first login would. @throws CommandError that names the directory */
export async function requireDirectory({ source }: DirectoryWay): Promise<void> {
  try {
    await source.check(AbortSignal.timeout(10_000))
  } catch (error) {
    throw new CommandError(`directory ${source.name}: ${error instanceof Error ? error.message : ''}`)
  }
}
