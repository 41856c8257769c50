// What an account is called whose person has been erased, and how imports recognise that person again.
import { createHmac } from 'node:crypto'
import type { Catalogue } from '../../../setup/catalogue.js'
import type { Reader } from '../../../schema/index.js'
import { fold } from '../../../store/index.js'

/** The login name that an account has from then on. Nobody can have mail there: `.invalid` is kept free for ever. */
export function pseudonymOf(userId: number): string {
  return `erased-${userId}@erased.invalid`
}

/** What is kept of a login name so that it is recognised and cannot be read: keyed by the secret of the installation. */
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
