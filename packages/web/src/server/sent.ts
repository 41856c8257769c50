// Input sent by a page, by its script or by a form without scripts.
import { notFromPage, plainText } from './answers.js'
import type { RequestContext } from './request-context.js'
import { isFromHere, isFromPage } from './origin.js'
import { headerOf } from './request-limits.js'

export type SentValues = Readonly<Record<string, unknown>>

interface Sent {
  readonly values: SentValues
  /** By the form itself, without scripts. */
  readonly isForm: boolean
}

/**
 * Reads a form or JSON of the pages. Forms without scripts send no custom header, so the browser must state their
 * origin. Returns an error response for other origins or types, and for long bodies.
 */
export async function readSent({ request, origin }: RequestContext, longestBody = 10_000): Promise<Sent | Response> {
  const type = headerOf(request, 'content-type') ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const isOurs = isForm
    ? headerOf(request, 'origin') !== null && isFromHere(request, origin)
    : isFromPage(request, origin)
  if (!isOurs) return notFromPage()
  if (!isForm && !type.startsWith('application/json')) return plainText(415, 'This takes JSON or a form.')
  const text = await readText(request, longestBody)
  if (text === undefined) return plainText(413, 'This is too long.')
  return { values: isForm ? Object.fromEntries(new URLSearchParams(text)) : objectOf(text), isForm }
}

/** Reads a body up to the limit, because anonymous callers can send one. Undefined: it is longer. */
export async function readText(request: Request, mostBytes: number): Promise<string | undefined> {
  if (Number(headerOf(request, 'content-length') ?? 0) > mostBytes) return undefined
  const reader = (request.body as ReadableStream<Uint8Array> | null)?.getReader()
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > mostBytes) {
      // The answer does not wait for it.
      reader?.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Empty when it was not sent as a text. */
export function textIn(values: SentValues, name: string): string {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

function objectOf(text: string): SentValues {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as SentValues) : {}
  } catch {
    return {}
  }
}
