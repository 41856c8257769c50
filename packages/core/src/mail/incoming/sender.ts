// The sender of a message, and whether a mail server has verified it. Pure.
import { isMailAddress } from '../../auth/login-name.js'
import { lowerAscii } from '../../kernel/ascii-case.js'
import { valuesOf, type ReceivedMail } from './received.js'

/** Longer headers name more than a person. */
const longestHeader = 2000

/** The one address in `From`, in lower case; undefined for several, none, and all that could be read as another one. */
export function senderOf(mail: Pick<ReceivedMail, 'headers'>): string | undefined {
  const [from = '', second] = valuesOf(mail, 'from')
  if (second !== undefined || from.length > longestHeader || /[^\x20-\x7e\t]/.test(from)) return undefined
  const rest = withoutQuoted(from)
  // Names with an @ are common, and no address: what is in angle brackets counts.
  const inBrackets = /^[^<>,;:]*<([^<>\s]+)>\s*$/.exec(rest)?.[1]
  const address = inBrackets ?? (/^[^<>,;:\s]+$/.test(rest.trim()) ? rest.trim() : '')
  return isMailAddress(address) ? lowerAscii(address) : undefined
}

/** Without quoted strings and comments, in which commas and brackets mean nothing. */
function withoutQuoted(text: string): string {
  let [kept, depth, isQuoted] = ['', 0, false]
  for (let index = 0; index < text.length; index++) {
    const sign = text[index] ?? ''
    if (sign === '\\' && (isQuoted || depth > 0)) index++
    else if (depth === 0 && sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === '(') depth++
    else if (!isQuoted && depth > 0 && sign === ')') depth--
    else if (!isQuoted && depth === 0) kept += sign
  }
  // An open quote or comment could be read in another way.
  return isQuoted || depth > 0 ? '' : kept
}

/**
 * Returns true if the topmost `Authentication-Results` is that of a trusted server and says that the domain of `From` has
 * sent the message. Those further down may be forged.
 */
export function isVerified(mail: Pick<ReceivedMail, 'headers'>, sender: string, trusted: string): boolean {
  const [top = ''] = valuesOf(mail, 'authentication-results')
  if (top.length > 20_000) return false
  const [server = '', ...results] = withoutQuoted(top).toLowerCase().split(';')
  const [name = ''] = server.trim().split(/\s+/)
  const servers = trusted.toLowerCase().split(/[\s,]+/)
  if (name === '' || !servers.includes(name)) return false
  const found = results.map((result) => result.trim()).filter((result) => /^dmarc\s*=/.test(result))
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return found.length > 0 && found.every((result) => isPass(result, domain))
}

function isPass(result: string, domain: string): boolean {
  if (!/^dmarc\s*=\s*pass(\s|$)/.test(result)) return false
  const from = /\sheader\.from\s*=\s*(\S+)/.exec(result)?.[1]
  return from === undefined || from.slice(from.lastIndexOf('@') + 1) === domain
}
