// Lists of any length, for programs that collect lines.
import { toJson } from '@trackerkit/rest'
import { put } from '../terminal/print.js'

interface Page {
  readonly limit: number
  readonly offset: number
}

interface Entry {
  readonly id: number
}

/**
 * Prints each entry of a list as a line of JSON, newest first. Reads page by page: the list may grow while it
 * is read.
 */
export async function putLines(list: string, read: (page: Page) => Promise<unknown>): Promise<void> {
  const limit = 1000
  let before: ReadonlySet<number> = new Set()
  for (let offset = 0; ; offset += limit) {
    const answer = (await read({ limit, offset })) as Readonly<Record<string, readonly Entry[]>>
    const entries = answer[list] ?? []
    // New entries move those of the page before into this one.
    for (const entry of entries) if (!before.has(entry.id)) put(`${toJson(entry)}\n`)
    if (entries.length < limit) return
    before = new Set(entries.map(({ id }) => id))
  }
}
