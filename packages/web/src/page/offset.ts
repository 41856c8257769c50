/** Where a page of a list begins, by a parameter of the address: 0 unless it is a number. */
export function offsetIn(query: URLSearchParams, name = 'offset'): number {
  return wholeNumber(query.get(name)) ?? 0
}

export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Rows on one page of a list. */
export const pageSize = 50

/** A page of a list with its position. */
export interface Part<T> {
  readonly rows: readonly T[]
  readonly offset: number
  readonly total: number
}

export function partOf<T>(all: readonly T[], offset: number, size = pageSize): Part<T> {
  return { rows: all.slice(offset, offset + size), offset, total: all.length }
}

/** The same address, from another place of a list on. */
export function pathFrom(path: string, query: URLSearchParams, offset: number, name = 'offset'): string {
  const rest = new URLSearchParams([...query].filter(([key]) => key !== name))
  if (offset > 0) rest.set(name, String(offset))
  return rest.size === 0 ? path : `${path}?${rest}`
}
