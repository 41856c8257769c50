// Finds the addresses of a person who is being erased in stored lists.
import type { Reader } from '../../../schema/index.js'
import { emailOf } from '../../../auth/login-name.js'
import type { Catalogue } from '../../../setup/catalogue.js'
import { loginEntries } from '../../audit/logins.js'
import { fold, type Json } from '../../../store/index.js'

export interface Forgotten {
  /**
   * Current and former logins of the person and their email addresses, except those that belong to another user now.
   */
  readonly addresses: readonly string[]
  /** The replacement of the addresses. */
  readonly pseudonym: string
}

/** Current and former logins of the person, from the audit log. */
export async function findAddresses(
  tx: Reader,
  catalogue: Catalogue,
  { id, login }: { readonly id: number; readonly login: string },
): Promise<string[]> {
  const ofUser = { and: [loginEntries, { col: 'object_id', eq: id } as const] }
  const rows = await tx.select({ from: 'audit_log', where: ofUser, columns: ['removed', 'added'] })
  const logins = new Set([login, ...rows.flatMap(({ removed, added }) => [removed ?? '', added ?? ''])])
  logins.delete('')
  const where = {
    and: [{ col: 'login_folded', in: Array.from(logins, fold) } as const, { not: { col: 'id', eq: id } } as const],
  }
  for (const other of await tx.select({ from: 'users', where, columns: ['login_folded'] }))
    for (const one of logins) if (fold(one) === other.login_folded) logins.delete(one)
  return [...new Set([...logins, ...Array.from(logins, (one) => emailOf(catalogue, one))])]
}

/** Replaces members of the list that are one of the addresses, also as the requestee of a flag, by the pseudonym. */
export function withoutAddress(list: string, { addresses, pseudonym }: Forgotten): string {
  const folded = addresses.map(fold)
  // Members are kept as they are joined: by commas, semicolons, blanks or lines.
  return list.replace(/[^\s,;()]+/g, (member) => (folded.includes(fold(member)) ? pseudonym : member))
}

/** The same for each text in a value; the same value where there is none. */
export function withoutAddresses(value: Json, forgotten: Forgotten): Json {
  const text = JSON.stringify(value)
  const next = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? withoutAddress(one, forgotten) : one,
  )
  return next === text ? value : (JSON.parse(next) as Json)
}
