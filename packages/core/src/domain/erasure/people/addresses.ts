// The address of somebody who is being erased, where it stands in lists that were written down.
import type { Reader } from '../../../schema/index.js'
import { emailOf } from '../../../auth/login-name.js'
import type { Catalogue } from '../../../setup/catalogue.js'
import { fold, type Json } from '../../../store/index.js'

export interface Forgotten {
  /** Login names that the person has and had, and the mail addresses that they are: none that somebody else has now. */
  readonly addresses: readonly string[]
  /** What stands in their place. */
  readonly pseudonym: string
}

/** What the person is and was called, as the audit log tells. */
export async function findAddresses(
  tx: Reader,
  catalogue: Catalogue,
  { id, login }: { readonly id: number; readonly login: string },
): Promise<string[]> {
  const ofUser = [{ col: 'class', eq: 'User' } as const, { col: 'object_id', eq: id } as const]
  const named = { col: 'field', in: ['email', '__create__'] } as const
  const rows = await tx.select({ from: 'audit_log', where: { and: [...ofUser, named] }, columns: ['removed', 'added'] })
  const logins = new Set([login, ...rows.flatMap(({ removed, added }) => [removed ?? '', added ?? ''])])
  logins.delete('')
  const where = {
    and: [{ col: 'login_folded', in: Array.from(logins, fold) } as const, { not: { col: 'id', eq: id } } as const],
  }
  for (const other of await tx.select({ from: 'users', where, columns: ['login_folded'] }))
    for (const one of logins) if (fold(one) === other.login_folded) logins.delete(one)
  return [...new Set([...logins, ...Array.from(logins, (one) => emailOf(catalogue, one))])]
}

/** A list with the pseudonym in the place of each member that is the address, alone or as who is asked by a flag. */
export function withoutAddress(list: string, { addresses, pseudonym }: Forgotten): string {
  const folded = addresses.map(fold)
  // Members are kept as they are joined: by commas, blanks or lines.
  return list.replace(/[^\s,()]+/g, (member) => (folded.includes(fold(member)) ? pseudonym : member))
}

/** The same for each text in a value; the same value where there is none. */
export function withoutAddresses(value: Json, forgotten: Forgotten): Json {
  const text = JSON.stringify(value)
  const next = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' ? withoutAddress(one, forgotten) : one,
  )
  return next === text ? value : (JSON.parse(next) as Json)
}
