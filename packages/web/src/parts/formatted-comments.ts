import type { BugsViewAnswer } from '@trackerkit/client/types'
import type { ComponentType } from 'preact'

export interface FormattedProps {
  /** The number of the comment. */
  readonly count: number
  /** Its text, or the beginning of it. */
  readonly text: string
  /** Those of the bug, which the text can show. */
  readonly attachments: BugsViewAnswer['attachments']
}

/** The comments of a page that are Markdown, read before they are shown. */
export interface FormattedComments {
  readonly View: ComponentType<FormattedProps>
}
