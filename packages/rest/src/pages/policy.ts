// The Content-Security-Policy of pages.
import { createHash } from 'node:crypto'
import { style } from './style.js'

const styleHash = createHash('sha256').update(style).digest('base64')

/** No script, no picture, no font, no frame, and the one style sheet in the page itself. Forms are sent to `formAction`. */
export function policyWith(formAction: "'none'" | "'self'"): string {
  return `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
}
