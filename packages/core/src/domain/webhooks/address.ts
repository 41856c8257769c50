// The URL and the headers that a webhook may have. They may hold secrets: errors do not repeat them.
import { TrackerError } from '../../kernel/errors.js'

const maxUrlLength = 2000
const maxHeaderLength = 1000

/** Headers that the tracker sets, or that belong to the connection. */
const reserved = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'user-agent',
  'content-type',
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
]

/** The URL in its one spelling. @throws webhook_url_invalid */
export function requireUrl(text: string): string {
  if (text.length > maxUrlLength) refuse(`it has more than ${maxUrlLength} characters`)
  const url = URL.canParse(text) ? new URL(text) : refuse('it is no absolute URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('it must begin with https:// or http://')
  if (url.username !== '' || url.password !== '') refuse('it must not contain a user name or password; use headers')
  url.hash = ''
  return url.href
}

function refuse(reason: string): never {
  throw new TrackerError('webhook_url_invalid', { field: 'url', reason })
}

/** The headers, by names in lower case. @throws param_invalid */
export function requireHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = `headers.${name}`
    const lower = name.toLowerCase()
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name))
      throw new TrackerError('param_invalid', { field: 'headers', problem: 'not a header name' })
    if (reserved.includes(lower)) throw new TrackerError('param_invalid', { field, problem: 'the tracker sets it' })
    if (Object.hasOwn(headers, lower)) throw new TrackerError('param_invalid', { field, problem: 'it is given twice' })
    if (value.length > maxHeaderLength || !/^[\x20-\x7e]+$/.test(value)) {
      const accepted = `1 to ${maxHeaderLength} ASCII characters without control characters`
      throw new TrackerError('param_invalid', { field, problem: 'its value cannot be sent', accepted })
    }
    headers[lower] = value
  }
  return headers
}

/** The URL for the audit log: without its query, which often contains tokens. */
export function loggedUrl(url: string): string {
  return url.replace(/\?.*$/s, '')
}

/** True if both URLs lead to the same server: secrets must not be sent to another one. */
export function isSameServer(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
