// The words that messages of errors are made of.
import { truncateUnits } from './normalize.js'

type Ref = string | number

/** The data of most errors: the invalid input. `field` is the name in the input, dotted when nested. */
export interface About {
  readonly field?: string | undefined
  readonly value?: unknown
}
export interface Limit extends About {
  readonly limit: number
}
export interface Accepted extends About {
  readonly accepted?: readonly Ref[] | string | undefined
}

/** Every message begins with the field that it is about, whether its own words name it or not. */
export function underField(data: About, message: string): string {
  return data.field === undefined || message.startsWith(name(data)) ? message : `${name(data)}: ${message}`
}

export function name(data: About): string {
  return data.field ?? 'The value'
}

export function show(value: unknown): string {
  if (value === undefined) return 'a missing value'
  // JSON has no text for the number that 1e999 in a request becomes.
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return `'${cut(isPlain ? String(value) : JSON.stringify(value))}'`
}

/** Names the type of a value that may hold a secret, for `show`. */
export function kindOf(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null) return 'null'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The caller names an unknown field. */
export function withShortField<D extends About>(data: D): D {
  return data.field === undefined ? data : { ...data, field: cut(data.field) }
}

/** Cuts long input of the caller to keep an error readable; not within a character. */
export function cut(text: string): string {
  return text.length > 80 ? `${truncateUnits(text, 77)}...` : text
}

export function within(data: { readonly in?: string | undefined }): string {
  return data.in === undefined ? '' : ` in ${data.in}`
}

export function accepted(data: Accepted): string {
  if (data.accepted === undefined || data.accepted.length === 0) return ''
  return ` Accepted: ${typeof data.accepted === 'string' ? data.accepted : data.accepted.join(', ')}.`
}
