/** Why a message could not be sent. Never holds a password. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** True if retrying cannot help. */
  readonly permanent: boolean
  /** True if the server refused the recipient for good. */
  readonly bounced: boolean

  constructor(
    message: string,
    { permanent, bounced = false }: { readonly permanent: boolean; readonly bounced?: boolean },
  ) {
    super(message)
    this.permanent = permanent
    this.bounced = bounced
  }
}
