import { appendFileSync } from 'node:fs'
import type { BugzillaDbReport, BugzillaReport, Note } from '@trackerkit/import'
import { CommandError } from '../terminal/command.js'

/** The target of all problems. */
interface ReportFile {
  readonly add: (note: Note) => void
  close(report: BugzillaReport | BugzillaDbReport): void
}

/**
 * Appends lines to a file, which also holds those of interrupted runs. Only its owner can read it because it
 * contains logins.
 * @throws CommandError when it cannot be written
 */
export function openReportFile(file: string | undefined): ReportFile {
  if (file === undefined) return { add: () => undefined, close: () => undefined }
  const append = (line: object) => {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
    } catch (error) {
      throw new CommandError(`cannot write the report: ${(error as Error).message}`)
    }
  }
  append({ began: new Date().toISOString() })
  return {
    add: append,
    close({ notes: _notes, ...rest }) {
      if ('tables' in rest) rest.tables.forEach(append)
      append({ ended: new Date().toISOString(), ...rest })
    },
  }
}
