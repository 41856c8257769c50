// Options of an import.
import type { AskOptions } from './ask.js'
import type { GroupControlRecord } from './group-controls.js'
import type { TargetOptions } from '../passes/import-into.js'
import type { Note } from '../passes/notes.js'
import type { Progress } from '../report/progress.js'

/** How a tracker is imported. */
export interface BugzillaOptions extends AskOptions, TargetOptions {
  /** Only bugs of these products. Default: all. */
  readonly onlyProducts?: readonly string[] | undefined
  /** Only bugs that have changed since then. */
  readonly since?: Date | undefined
  /** Contents of attachments come too. Default: true. */
  readonly attachments?: boolean | undefined
  /** The domain of login names that the source cuts at the `@`. */
  readonly emailDomain?: string | undefined
  /** Continue if the account cannot list users: only the logins named by bugs are imported. */
  readonly peopleFromBugs?: boolean | undefined
  /** Make custom fields of text of fields that are not known here. */
  readonly keepUnknown?: boolean | undefined
  /** Group controls of products; the others are guessed. */
  readonly groupControls?: readonly GroupControlRecord[] | undefined
  /** Compare all bugs, not only those that have changed since the last run. */
  readonly full?: boolean | undefined
  /** The password of the administrator where the target is new: the account that owns the key. */
  readonly password?: string | undefined
  /** Called before a new target is created, with the administrator's login. */
  readonly onNew?: ((login: string) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Called at once for each thing that could not be read or kept. */
  readonly onNote?: ((note: Note) => void) | undefined
}
