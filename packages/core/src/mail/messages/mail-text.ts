// What a message says, in its two forms.
import { fitted } from './fit.js'
import { htmlOf } from './html.js'
import { textOf, type Part } from './text.js'

/** What a message says. Line breaks in a subject become blanks; text without `html` is sent as plain text alone. */
export interface MailText {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** Both forms of the same parts, of as many as fit. */
export function makeText(subject: string, parts: readonly Part[]): MailText {
  const shown = fitted(parts)
  return { subject, text: textOf(shown), html: htmlOf(shown) }
}
