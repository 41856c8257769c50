// The name of an erased person's account, and the hash by which imports recognize that person.
import { createHmac } from 'node:crypto'
import type { Catalogue } from '../../../setup/catalogue.js'
import type { Reader } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'

/** The login of the account after the erasure. It never receives email: the domain `.invalid` is reserved. */
export function pseudonymOf(userId: number): string {
  return `erased-${userId}@erased.invalid`
}

/** A keyed hash that identifies a login name without revealing it. */
export function hashOfLogin({ secret }: Pick<Catalogue, 'secret'>, login: string): string {
  return createHmac('sha256', secret)
    .update(`erased login\n${fold(login)}`)
    .digest('base64url')
}

/** The accounts of the people among these who have been erased, by folded login name. */
export async function findErased(
  tx: Reader,
  catalogue: Pick<Catalogue, 'secret'>,
  logins: readonly string[],
): Promise<Map<string, number>> {
  if (logins.length === 0) return new Map()
  const byHash = new Map(logins.map((login) => [hashOfLogin(catalogue, login), fold(login)]))
  const rows = await tx.select({ from: 'erased_logins', where: { col: 'login_hash', in: [...byHash.keys()] } })
  return new Map(rows.map(({ login_hash, user_id }) => [byHash.get(login_hash) ?? '', user_id]))
}
