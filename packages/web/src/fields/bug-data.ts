import type { BugsViewAnswer, ServerMetadataAnswer } from '@trackerkit/client/types'
import type { Root } from '@trackerkit/markdown'
import type { ComponentType } from 'preact'

/** A bug with everything that its page and the controls of its fields show. */
export interface BugData extends BugsViewAnswer {
  readonly metadata: ServerMetadataAnswer
  /** Real names by login, of users who wrote or changed something; empty for anonymous readers. */
  readonly names: ReadonlyMap<string, string>
  /** Undefined where no comment is Markdown. */
  readonly formatted: FormattedComments | undefined
}

export interface FormattedProps {
  readonly data: BugData
  readonly comment: ShownComment
  /** The text of the comment, or its beginning. */
  readonly text: string
}

/** The comments of a page that are Markdown, read before they are shown. */
export interface FormattedComments {
  /** By the numbers of comments; null: read on demand. Those that cannot be formatted are missing. */
  readonly trees: ReadonlyMap<number, Root | null>
  readonly View: ComponentType<FormattedProps>
}

/** A comment with the reactions of the user and the people whom it mentions. */
export type ShownComment = BugsViewAnswer['comments'][number]
