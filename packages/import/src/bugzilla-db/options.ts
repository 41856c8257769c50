// What is asked of the import of a database.
import type { Note } from '../bugzilla/notes.js'
import type { Progress } from '../report/progress.js'
import type { ConnectOptions } from './connect.js'

/** How the database of a Bugzilla is imported. */
export interface BugzillaDbOptions extends ConnectOptions {
  /** The time zone of the machine on which Bugzilla ran: its times have none. */
  readonly timeZone: string
  /** The parameters of `data/params.json`: which groups see what is not in the database. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** What `or_groups` is, without parameters. */
  readonly orGroups?: boolean | undefined
  /** The folder with contents of attachments that are files. */
  readonly attachmentsFolder?: string | undefined
  /** Contents of attachments come too. Default: true. */
  readonly attachments?: boolean | undefined
  /** In bytes. Default: 100 MB. */
  readonly maxAttachment?: number | undefined
  /** Default: true. */
  readonly passwords?: boolean | undefined
  /** Keys, settings, searches, tags, visits and watches. Default: true. */
  readonly personal?: boolean | undefined
  /** The login of the administrator of a new tracker. */
  readonly admin?: string | undefined
  /** Read tables of which the database takes no snapshot. */
  readonly noSnapshot?: boolean | undefined
  /** What the source is called. Default: the parameter `urlbase`. */
  readonly sourceName?: string | undefined
  readonly onlyProducts?: readonly string[] | undefined
  readonly intoExisting?: boolean | undefined
  readonly overwrite?: boolean | undefined
  /** Compare all bugs, not those alone that have changed since the last run. */
  readonly full?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Is told when the target is new and about to be made, with the login of its administrator. */
  readonly onNew?: ((login: string) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Is told each thing that could not be read or kept, at once. */
  readonly onNote?: ((note: Note) => void) | undefined
}
