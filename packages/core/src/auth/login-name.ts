// Format of logins, which are also email addresses.
import type { Catalogue } from '../setup/catalogue.js'
import { lowerAscii } from '../kernel/ascii-case.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { compilePattern } from '../kernel/pattern/compile.js'

const maxLength = 127

/** Unquoted parts with single dots between them, of printable ASCII without the signs that addresses use for themselves. */
const address =
  /^[^\s.@()<>[\]\\,;:"\u0000-\u001f\u007f-\uffff]+(\.[^\s.@()<>[\]\\,;:"\u0000-\u001f\u007f-\uffff]+)*@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i

/** The email address of a login: with the suffix that an installation may leave off. */
export function emailOf({ parameters }: Catalogue, login: string): string {
  return login + parameters.emailsuffix
}

/** The login of an email address: without the suffix, if it ends with it. */
export function loginOf({ parameters: { emailsuffix } }: Catalogue, address: string): string {
  const isHere = emailsuffix !== '' && lowerAscii(address).endsWith(lowerAscii(emailsuffix))
  return isHere ? address.slice(0, -emailsuffix.length) : address
}

/** @throws illegal_email_address unless the login is valid here */
export function requireLoginName(catalogue: Catalogue, login: string, field: string): void {
  const email = emailOf(catalogue, login)
  const isRight = email.length <= maxLength && isMailAddress(email)
  const pattern = compilePattern(catalogue.parameters.emailregexp, { field: 'emailregexp' })
  if (!isRight) throw new TrackerError('illegal_email_address', { field, value: login })
  if (!pattern.test(login)) {
    const problem = catalogue.parameters.emailregexpdesc
    throw new TrackerError('illegal_email_address', { field, value: login, problem })
  }
}

/** Returns true if the login is possible here. */
export function isLoginName(catalogue: Catalogue, login: string): boolean {
  try {
    requireLoginName(catalogue, login, 'login')
    return true
  } catch (error) {
    if (isTrackerError(error, 'illegal_email_address')) return false
    throw error
  }
}

export function isMailAddress(text: string): boolean {
  return address.test(text)
}
