// What became of an import.
import type { ImportReport, PutResult } from '@trackerkit/core'
import type { Note, Tell } from './notes.js'

/** What became of an import of a tracker. */
export interface BugzillaReport {
  readonly source: string
  readonly version: string
  /** By kind of record. */
  readonly counts: ImportReport['counts']
  /** What could not be read or kept, with whose it is; at most 1,000 of `noteCount`. */
  readonly notes: readonly Note[]
  readonly noteCount: number
  /** Numbers of bugs that the account may not see, or that there are not: how many, and which, at most 1,000 ranges. */
  readonly hidden: { readonly count: number; readonly ranges: readonly string[] }
  /** Of contents of attachments: how many were brought, and their bytes. */
  readonly contents: { readonly count: number; readonly bytes: number }
  readonly requests: number
  readonly seconds: number
}

const mostNotes = 1000

export interface ReportBuilder {
  /** Adds what became of records. */
  add(results: readonly PutResult[]): void
  readonly note: Tell
  content(bytes: number): void
  done(rest: Pick<BugzillaReport, 'source' | 'version' | 'hidden' | 'requests' | 'seconds'>): BugzillaReport
}

/** @param onNote is told each note at once, however many there are */
export function createReport(onNote: (note: Note) => void): ReportBuilder {
  const counts: Record<string, Record<PutResult['outcome'], number>> = {}
  const notes: Note[] = []
  const contents = { count: 0, bytes: 0 }
  let noteCount = 0
  const note = (one: Note) => {
    noteCount++
    if (notes.length < mostNotes) notes.push(one)
    onNote(one)
  }
  return {
    note,
    add(results) {
      for (const { kind, id, outcome, problems } of results) {
        const ofKind = (counts[kind] ??= { created: 0, replaced: 0, same: 0, refused: 0 })
        ofKind[outcome]++
        for (const problem of problems)
          note({ kind, id, problem: outcome === 'refused' ? `it was refused: ${problem}` : problem })
      }
    },
    content(bytes) {
      contents.count++
      contents.bytes += bytes
    },
    done: (rest) => ({ ...rest, counts, notes, noteCount, contents }),
  }
}
