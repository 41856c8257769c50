// Content of a message as text and as HTML.
import { fitted } from './fit.js'
import { htmlOf } from './html.js'
import { textOf, type Part } from './text.js'

/**
 * Content of a message. Line breaks in a subject become spaces; a message without `html` is sent as plain text only.
 */
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
