// From an answer to the bytes and headers that go out.
import { hash } from 'node:crypto'
import { headerOf, type RestRequest, type RestResponse } from '../request.js'
import { toJson } from './encode.js'
import type { Form } from './negotiate.js'
import { pagePolicy, writePage } from './page.js'

export interface Outcome {
  readonly status: number
  readonly value: unknown
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly fault?: unknown
  /** The segments of the path below `/rest`, for a page. */
  readonly segments?: readonly string[] | undefined
}

/** On every answer. Nothing that goes out may run, be framed, or be guessed to be something else. */
export const always = {
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const

/** Characters of JSON that become a page. What is longer takes long to make, and no browser shows it well. */
const mostOnPage = 1_000_000

const jsonType = 'application/json; charset=UTF-8'

export function respond(request: RestRequest, form: Form, outcome: Outcome): RestResponse {
  const { status, headers, fault } = outcome
  const { type, body } = write(form, outcome, toJson(outcome.value))
  // Answers depend on who asks: only the asker's own cache may keep them, and must ask whether they still hold.
  const caching = status === 200 ? 'private, no-cache' : 'no-store'
  const all: Record<string, string | readonly string[]> = {
    ...always,
    'Content-Type': type,
    'Cache-Control': caching,
    ...headers,
  }
  if (type.startsWith('text/html')) all['Content-Security-Policy'] = pagePolicy
  if (status !== 200 || request.method === 'OPTIONS') return { status, headers: all, body, fault }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status, headers: all, body }
  const tag = tagOf(type, body)
  all['ETag'] = tag
  if (!names(headerOf(request, 'if-none-match'), tag)) return { status, headers: all, body }
  return unchanged(all)
}

/** For a client that has the answer already. */
export function unchanged({ 'Content-Type': _type, ...headers }: RestResponse['headers']): RestResponse {
  return { status: 304, headers, body: '' }
}

function write(form: Form, outcome: Outcome, text: string): { type: string; body: string } {
  if (form.kind === 'json' || (form.kind === 'page' && text.length > mostOnPage)) return { type: jsonType, body: text }
  if (form.kind === 'page') {
    const { segments, status, headers } = outcome
    const next = /<[^?>]*(\?[^>]*)>/.exec(String(headers['Link']))?.[1]
    return { type: 'text/html; charset=UTF-8', body: writePage({ segments, status, value: JSON.parse(text), next }) }
  }
  // The comment keeps the answer from being taken for a file of another kind; the two separators end lines in old scripts.
  const script = text.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')
  return { type: `${form.type}; charset=UTF-8`, body: `/**/${form.callback}(${script})` }
}

/** The entity tag that a plain GET gives to a value. */
export function tagOfJson(value: unknown): string {
  return tagOf(jsonType, toJson(value))
}

function tagOf(type: string, body: string): string {
  return `"${hash('sha1', type + body, 'base64url')}"`
}

/** Whether If-Match or If-None-Match names a tag. Weak and unquoted ones count too: clients send what they have made of it. */
export function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const bare = tag.slice(1, -1)
  return header.split(',').some((one) => /^\s*(?:W\/)?"?(.*?)"?\s*$/.exec(one)?.[1] === bare || one.trim() === '*')
}
