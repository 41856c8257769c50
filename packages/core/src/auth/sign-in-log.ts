// Writes logins to the audit log. They belong to no operation, and they would flood the change feed.
import type { NewRow, Writer } from '../schema/index.js'

/** An event of an account. */
export type SignInEvent =
  | 'login'
  | 'login_failed'
  | 'locked'
  | 'password_requested'
  | 'password_upgraded'
  | 'second_factor_failed'
  | 'recovery_code_used'
  | 'passkey_refused'

interface SignIn {
  readonly event: SignInEvent
  /** The account that it happened to. */
  readonly userId: number
  /** The user who caused it, if known. */
  readonly by: number | null
  readonly address: string | undefined
  /** The provider that has proven it. */
  readonly provider?: string
}

/** Logs it, with the address it came from. */
export async function logSignIn(tx: Writer, { event, userId, by, address, provider }: SignIn, at: Date): Promise<void> {
  const entry: NewRow<'audit_log'> = {
    class: 'User',
    object_id: userId,
    user_id: by,
    field: event,
    removed: null,
    added: provider === undefined ? (address ?? '') : `${address ?? ''} by ${provider}`.trimStart(),
    at,
  }
  await tx.insert('audit_log', [entry])
}
