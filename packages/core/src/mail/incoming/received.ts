// A message as a mail reader returns it.

/** A message, read and bounded. */
export interface ReceivedMail {
  /** All headers of the message in their order: names in lower case, values unfolded and otherwise unchanged. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** Decoded; empty without one. */
  readonly subject: string
  /** The plain text, or that of the HTML part. */
  readonly text: string
  readonly attachments: readonly ReceivedFile[]
}

/** A file of an email. */
export interface ReceivedFile {
  /** Empty if the part has no name. */
  readonly name: string
  readonly type: string
  readonly data: Uint8Array
  /** Part of the text, such as a picture in a signature. */
  readonly isInline: boolean
}

/** Reads messages. It must withstand hostile ones: they come from anyone. */
export interface MailReader {
  /** @throws Error with the `reason` `too_large` or `unreadable` */
  read(bytes: Uint8Array): Promise<ReceivedMail>
  close?(): Promise<void>
}

/** The values of all headers of that name, in their order. */
export function valuesOf({ headers }: Pick<ReceivedMail, 'headers'>, name: string): string[] {
  return headers.filter((header) => header.name === name).map(({ value }) => value.trim())
}
