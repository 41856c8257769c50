// What is asked of an import.
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
  /** Go on where the account may not list people: of those whom bugs name only the names come. */
  readonly peopleFromBugs?: boolean | undefined
  /** Make custom fields of text of fields that are not known here. */
  readonly keepUnknown?: boolean | undefined
  /** What groups mean in products; what is not named is guessed. */
  readonly groupControls?: readonly GroupControlRecord[] | undefined
  /** Compare all bugs, not only those that have changed since the last run. */
  readonly full?: boolean | undefined
  /** The password of the administrator where the target is new: the account that owns the key. */
  readonly password?: string | undefined
  /** Is told when the target is new and about to be made, with the login name of its administrator. */
  readonly onNew?: ((login: string) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Called at once for each thing that could not be read or kept. */
  readonly onNote?: ((note: Note) => void) | undefined
}
