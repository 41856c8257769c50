import { legacyPassword } from '../../auth/legacy-password.js'
import { migrations, schema, type Row, type TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { rowsOf } from '../copy/rows.js'

/** Credentials of a tracker, without anything that logs in. */
export interface CredentialSummary {
  /** SHA-256 of the API keys, in base64url. */
  readonly keyHashes: ReadonlySet<string>
  /** Accounts with a password. */
  readonly passwords: number
  /** Accounts with a hash of Bugzilla, which their next login replaces. */
  readonly legacyPasswords: number
}

/**
 * Summarizes the credentials in a store, to compare them with the source of an import. A store that was opened for reading only must be up to date.
 *
 * @throws store_unavailable and the like
 * @example
 * const { legacyPasswords } = await examineCredentials(store)
 * console.log(`${legacyPasswords} accounts have not logged in since the import`)
 */
export async function examineCredentials(store: Store): Promise<CredentialSummary> {
  await store.migrate(schema, migrations)
  return (store as unknown as Store<TrackerSchema>).read(
    async (tx) => {
      const keyHashes = new Set<string>()
      let [passwords, legacyPasswords] = [0, 0]
      for await (const rows of rowsOf(tx, 'users', schema.users))
        for (const { password_hash } of rows as unknown as Row<'users'>[]) {
          if (password_hash === null) continue
          passwords++
          if (legacyPassword(password_hash)) legacyPasswords++
        }
      for await (const rows of rowsOf(tx, 'api_keys', schema.api_keys))
        for (const { key_hash } of rows as unknown as Row<'api_keys'>[]) keyHashes.add(key_hash)
      return { keyHashes, passwords, legacyPasswords }
    },
    { bulk: true },
  )
}
