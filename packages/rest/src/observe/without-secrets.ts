// Addresses as logs may have them: secrets in them are replaced by stars.
import { decodeLeniently } from '../http/request/target.js'

/** Characters of an address that are written. */
const longestUrl = 2048

/**
 * Parameters that are secrets, and the characters between a name and its value. The first ones may be part of a longer name
 * and be anywhere in a URL. The others are parameters of callbacks of login providers, of setup links and of code hooks, before an
 * equals sign.
 */
const secretName = /(?:api[_-]?key|token|password|authorization|(?:\b|_)(?:code|nonce|otp|secret|state)(?==))\W+/i

/** Paths that end with a secret: links in email. */
const secretPath = /(\/unsubscribe\/)[^?&;/#]+/gi

/** Parts that name a secret keep the text before it. Logins are no secrets, but before a host they come with a password. */
export function withoutSecrets(target: string): string {
  const local = target.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#]*@/i, '$1***@')
  // Cut after the password, whose end would be missing, and before the search for names.
  const shown = local.length > longestUrl ? `${local.slice(0, longestUrl)}…` : local
  return shown.replace(secretPath, '$1***').replace(/[^?&;/#]+/g, (part) => {
    const decoded = decodeLeniently(part)
    const name = secretName.exec(decoded)
    const named = name && decoded.slice(0, name.index + name[0].length)
    if (!named || named.length === decoded.length) return part
    return `${encodeURI(named)}***`
  })
}
