/** Why a message could not be sent. Never holds a password. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** True if retrying cannot help. */
  readonly permanent: boolean

  constructor(message: string, { permanent }: { readonly permanent: boolean }) {
    super(message)
    this.permanent = permanent
  }
}
