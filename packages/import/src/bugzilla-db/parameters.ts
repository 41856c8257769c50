// The parameters of a Bugzilla, which are not in its database.
import { workParameters } from '../passes/own-tracker.js'
import type { AddNote } from '../passes/notes.js'
import { SourceError } from '../report/source-error.js'

/** Passwords and addresses of other servers are not among them. */
const kept = [
  ...workParameters,
  ...[
    'emailregexp',
    'createemailregexp',
    'urlbase',
    'maintainer',
    'mailfrom',
    'globalwatchers',
    'allowemailchange',
    'search_allow_no_criteria',
  ],
] as const

/** The parameters that come, as text. */
export function parametersOf(params: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = params[name]
      if (typeof value === 'boolean') return [[name, value ? '1' : '0']]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}

/** @throws SourceError if it is not the file of parameters */
export function readParams(text: string): Record<string, unknown> {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new SourceError(
      "--params: this is not JSON. Version 4.4 writes Perl: see 'From Bugzilla's database' in the documentation",
    )
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read) || !('urlbase' in read))
    throw new SourceError('--params: this is not data/params.json of a Bugzilla, which has urlbase')
  return { ...read }
}

/** Reports ways to log in that are not of the database. */
export function reportLogins(params: Readonly<Record<string, unknown>>, addNote: AddNote): void {
  const ways = params['user_verify_class']
  if (typeof ways !== 'string' || ways === '' || ways === 'DB') return
  addNote({
    kind: 'parameter',
    id: 'user_verify_class',
    problem: `users log in by ${ways.slice(0, 100)} there; here they log in by password, an LDAP directory, a login provider or a proxy`,
  })
}

/** False if the parameters say that all contents of attachments are in the database. */
export function mayStoreFiles(params: Readonly<Record<string, unknown>> | undefined): boolean {
  return String(params?.['maxlocalattachment']) !== '0'
}
