// What a page sends here itself, by its script or by a form without one.
import { notFromPage, plainText } from './answers.js'
import type { Arrival } from './arrival.js'
import { isFromHere, isFromPage } from './origin.js'

export type SentValues = Readonly<Record<string, unknown>>

interface Sent {
  readonly values: SentValues
  /** By the form itself, without scripts. */
  readonly isForm: boolean
}

/** A form without scripts sends no header of ours: there the browser must say where it comes from. Else the answer says what is wrong. */
export async function readSent({ request, origin }: Arrival, longestBody = 10_000): Promise<Sent | Response> {
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const isOurs = isForm
    ? request.headers.get('origin') !== null && isFromHere(request, origin)
    : isFromPage(request, origin)
  if (!isOurs) return notFromPage()
  if (!isForm && !type.startsWith('application/json')) return plainText(415, 'This takes JSON or a form.')
  if (Number(request.headers.get('content-length') ?? 0) > longestBody) return plainText(413, 'This is too long.')
  const text = await request.text()
  if (text.length > longestBody) return plainText(413, 'This is too long.')
  return { values: isForm ? Object.fromEntries(new URLSearchParams(text)) : objectOf(text), isForm }
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
