// Answers that a client has already, and entity tags that it names.
import { hash } from 'node:crypto'
import type { RestResponse } from '../messages.js'

/** The entity tag of a short body. */
export function tagOf(type: string, body: string): string {
  return `"${hash('sha1', type + body, 'base64url')}"`
}

/** For a client that has the answer already. */
export function notModified({ 'Content-Type': _type, ...headers }: RestResponse['headers']): RestResponse {
  return { status: 304, headers, body: '' }
}

/** If-Match or If-None-Match names the tag. Weak and unquoted tags count too, because clients change them. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const bare = tag.slice(1, -1)
  return header.split(',').some((item) => {
    const named = item.trim()
    return named === '*' || unquoted(named.startsWith('W/') ? named.slice(2) : named) === bare
  })
}

function unquoted(text: string): string {
  const from = text.startsWith('"') ? 1 : 0
  return text.slice(from, text.endsWith('"') ? -1 : undefined)
}
