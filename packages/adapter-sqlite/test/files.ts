import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A name for a database in a temporary directory, and a function to remove it. */
export function temporaryFile(): { readonly file: string; remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), 'trackerkit-sqlite-'))
  return { file: join(directory, 'tracker.db'), remove: () => rmSync(directory, { recursive: true, force: true }) }
}
