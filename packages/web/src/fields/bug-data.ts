import type { BugsViewAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { FormattedComments } from '../parts/formatted-comments.js'

/** A bug with everything that its page and the controls of its fields show. */
export interface BugData extends BugsViewAnswer {
  readonly metadata: ServerMetadataAnswer
  /** Real names by login, of those who wrote or changed something; empty for anonymous readers. */
  readonly names: ReadonlyMap<string, string>
  /** Undefined where no comment is Markdown. */
  readonly formatted: FormattedComments | undefined
}

/** A comment with the reactions of the user and the people whom it mentions. */
export type ShownComment = BugsViewAnswer['comments'][number]
