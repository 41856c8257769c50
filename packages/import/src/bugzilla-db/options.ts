// Options of the import of a database.
import { fold } from '@trackerkit/core/store'
import type { TargetOptions } from '../passes/import-into.js'
import type { Note } from '../passes/notes.js'
import type { Progress } from '../report/progress.js'
import type { ConnectOptions } from './connect.js'

/** The selection of bugs: if it changes, all are read again. */
export function scopeOf({ onlyProducts = [], since }: Pick<BugzillaDbOptions, 'onlyProducts' | 'since'>): string {
  const products = onlyProducts.map(fold).toSorted()
  return JSON.stringify(since ? [...products, since.getTime()] : products)
}

/** How the database of a Bugzilla is imported. */
export interface BugzillaDbOptions extends ConnectOptions, TargetOptions {
  /** The time zone of the machine on which Bugzilla ran: its times have none. */
  readonly timeZone: string
  /** The parameters of `data/params.json`, with groups that the database does not contain. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** The value of `or_groups`, if there are no parameters. */
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
  /** The name of the source. Default: the parameter `urlbase`. */
  readonly sourceName?: string | undefined
  readonly onlyProducts?: readonly string[] | undefined
  /** Only bugs that have changed since then. */
  readonly since?: Date | undefined
  /** Keep columns of bugs that Bugzilla itself does not have, as fields of text. */
  readonly keepUnknown?: boolean | undefined
  /** The login provider whose subjects are the `extern_id` of users. */
  readonly externIssuer?: string | undefined
  /** Batches of bugs in a second. Default: no limit. */
  readonly rate?: number | undefined
  /** Compare all bugs, not only those that have changed since the last run. */
  readonly full?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Called if the target is new and about to be created, with the login of its administrator. */
  readonly onNew?: ((login: string) => void) | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Called at once for each thing that could not be read or kept. */
  readonly onNote?: ((note: Note) => void) | undefined
}
