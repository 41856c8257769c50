// Notes when credentials were last used, after their call.
import type { Preparation } from '../call/define/operation.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { noteKeyUse, type KeyUse } from './api-key.js'
import { notePasswordUse, type PasswordUse } from './password-use.js'

/** A credential whose time of last use is worth writing down. */
export type StaleCredential = KeyUse | PasswordUse | { readonly entity: 'tokens'; readonly id: number }

/** Notes when credentials were last used: now. */
export async function noteLastUse(
  { store, environment }: Pick<Preparation, 'store' | 'environment'>,
  stale: readonly StaleCredential[],
): Promise<void> {
  const last_used = environment.clock()
  await writeToKnownSchema(store, async (tx) => {
    for (const use of stale) {
      if (use.entity === 'api_keys') await noteKeyUse(tx, use, last_used)
      else if (use.entity === 'users') await notePasswordUse(tx, use, last_used)
      else await tx.update('tokens', { col: 'id', eq: use.id }, { last_used })
    }
  })
}
