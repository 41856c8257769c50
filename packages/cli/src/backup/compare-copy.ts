// Verifies a backup by its length, its digest and its row counts.
import type { StoreSummary } from '@trackerkit/core/moving'
import { CommandError } from '../terminal/command.js'
import { digestOf, type Digest } from './digest.js'

/** The content of the file beside a backup. Earlier versions wrote no digest. */
export interface Note extends Omit<StoreSummary, 'faults'>, Partial<Digest> {
  /** When the copy was made. */
  readonly made: string
  /** Version that made it. */
  readonly trackerkit: string
}

const advice = 'Nothing was changed; try another backup'

/** @throws CommandError when `file`, a copy of `from`, differs from the original backup */
export async function requireUndamaged(from: string, file: string, note: Note | undefined): Promise<void> {
  if (note?.sha256 === undefined) return
  const { bytes, sha256 } = await digestOf(file)
  if (bytes !== note.bytes)
    throw new CommandError(
      `${from} is damaged: it has ${bytes} bytes, not ${String(note.bytes)} as in ${from}.json. ${advice}`,
    )
  if (sha256 !== note.sha256)
    throw new CommandError(`${from} is damaged: its SHA-256 differs from ${from}.json. ${advice}`)
}

const counted = ['bugs', 'comments', 'users'] as const

/** @throws CommandError when there is more or less in the copy than was in it when it was made */
export function requireCounts(from: string, found: Omit<StoreSummary, 'faults'>, note: Note | undefined): void {
  if (note === undefined) return
  const wrong = counted.find((what) => found[what] !== note[what])
  if (wrong === undefined) return
  throw new CommandError(
    `${from} does not match ${from}.json: it has ${found[wrong]} ${wrong}, not ${note[wrong]}. ${advice}`,
  )
}

/** A warning that a backup could not be compared with a digest; undefined if it could. */
export function comparedHow(from: string, note: Note | undefined): string | undefined {
  const checked = "only the structure of the backup was verified. To check its contents, run 'trackerkit doctor'."
  if (note === undefined) return `${from}.json with the SHA-256 is missing: ${checked}`
  if (note.sha256 !== undefined) return undefined
  return `${from}.json was written by an earlier version, without SHA-256: ${checked}`
}
