// Unclaimed accounts of imports: they exist because records name them.
import type { Row } from '../../schema/index.js'

/** Why such accounts are disabled. Accounts that were disabled at the source have another text, and cannot be claimed. */
export const importedTexts = {
  named: 'This account was made by an import: only its name is known.',
  github: 'This account represents a GitHub user.',
} as const

/** Returns true if an account has no password, and is disabled only because an import has created it. */
export function isUnclaimed({
  password_hash,
  login_denied_text,
}: Pick<Row<'users'>, 'password_hash' | 'login_denied_text'>): boolean {
  return password_hash === null && Object.values<string>(importedTexts).includes(login_denied_text)
}
