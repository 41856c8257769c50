// Data of the source that could not be read or kept, with its owner.

/** Something that could not be read or kept. */
export interface Note {
  /** Type of the object: 'bug', 'attachment', 'user', 'field' etc.; 'source' for all of it. */
  readonly kind: string
  /** Its number or name there. */
  readonly id: number | string
  readonly problem: string
}

/** Reports data that could not be kept, once each. */
export type AddNote = (note: Note) => void

/** Reported notes are remembered up to this number to avoid duplicates. */
const mostRemembered = 100_000

export function createNotes(addNote: AddNote): AddNote {
  const reported = new Set<string>()
  return (note) => {
    const key = `${note.kind} ${note.id} ${note.problem}`
    if (reported.has(key)) return
    if (reported.size < mostRemembered) reported.add(key)
    addNote(note)
  }
}
