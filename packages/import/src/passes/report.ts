// Result of an import.
import type { ImportReport, PutResult } from '@trackerkit/core/moving'
import type { Note, AddNote } from './notes.js'

/** Something that could not be read or kept of several things. */
export interface NoteCount {
  /** Type: bugs, users, fields. */
  readonly kind: string
  readonly problem: string
  readonly count: number
  /** Their numbers or names, at most 20. */
  readonly ids: readonly (number | string)[]
}

/** Result of an import of a tracker. */
export interface BugzillaReport {
  readonly source: string
  readonly version: string
  /** By kind of record. */
  readonly counts: ImportReport['counts']
  /** Problems: data that could not be read or stored, up to 1,000 kinds. `onNote` receives each problem. */
  readonly notes: readonly NoteCount[]
  readonly noteCount: number
  /** Numbers of bugs that the account may not see, or that there are not: how many, and which, at most 1,000 ranges. */
  readonly hidden: { readonly count: number; readonly ranges: readonly string[] }
  /** Attachment contents: number imported, and their bytes. */
  readonly contents: { readonly count: number; readonly bytes: number }
  readonly requests: number
  readonly seconds: number
}

const mostNotes = 1000
const mostIds = 20

export interface ReportBuilder {
  /** Adds the outcomes of records. */
  add(results: readonly PutResult[]): void
  readonly note: AddNote
  content(bytes: number): void
  done(rest: Pick<BugzillaReport, 'source' | 'version' | 'hidden' | 'requests' | 'seconds'>): BugzillaReport
}

/** @param onNote receives each note at once, without a limit */
export function createReport(onNote: (note: Note) => void): ReportBuilder {
  const counts: Record<string, Record<PutResult['outcome'], number>> = {}
  const notes = new Map<string, NoteCount>()
  const contents = { count: 0, bytes: 0 }
  let noteCount = 0
  const note = (one: Note) => {
    noteCount++
    const key = `${one.kind} ${one.problem}`
    const { count, ids } = notes.get(key) ?? { count: 0, ids: [] }
    const more = ids.length < mostIds ? [...ids, one.id] : ids
    if (count > 0 || notes.size < mostNotes)
      notes.set(key, { kind: one.kind, problem: one.problem, count: count + 1, ids: more })
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
    done: (rest) => ({ ...rest, counts, notes: [...notes.values()], noteCount, contents }),
  }
}
