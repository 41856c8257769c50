// Converts values for request bodies.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Converts a value as the REST API does: times have whole seconds. */
export function asJson(value: unknown): Json {
  if (value instanceof Date) return timeText(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value as Json
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asJson(one)]))
}

export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
