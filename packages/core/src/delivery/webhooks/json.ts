// Converts values for request bodies.
import { formatTime } from '../../kernel/times.js'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Converts a value as the REST API does: times have whole seconds. */
export function asJson(value: unknown): Json {
  if (value instanceof Date) return formatTime(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value as Json
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJson(one)]))
}
