// Apart from offset.ts, because the main script does without it.
import { pageSize } from './offset.js'

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
