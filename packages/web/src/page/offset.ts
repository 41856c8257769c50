/** Where a page of a list begins, by a parameter of the address: 0 unless it is a number. */
export function offsetIn(query: URLSearchParams, name = 'offset'): number {
  return wholeNumber(query.get(name)) ?? 0
}

export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Rows on one page of a list. */
export const pageSize = 50
