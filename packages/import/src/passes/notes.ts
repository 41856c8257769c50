// What of the source could not be read or kept, each with whose it is.

/** Something that could not be read or kept. */
export interface Note {
  /** What it is of: 'bug', 'attachment', 'user', 'field' and the like; 'source' for all of it. */
  readonly kind: string
  /** Its number or name there. */
  readonly id: number | string
  readonly problem: string
}

/** Tells what could not be kept, each thing once. */
export type AddNote = (note: Note) => void

/** Told notes are remembered up to here, so that they are not told again. */
const mostRemembered = 100_000

export function createNotes(tell: AddNote): AddNote {
  const told = new Set<string>()
  return (note) => {
    const key = `${note.kind} ${note.id} ${note.problem}`
    if (told.has(key)) return
    if (told.size < mostRemembered) told.add(key)
    tell(note)
  }
}
