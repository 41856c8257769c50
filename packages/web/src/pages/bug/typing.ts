import type { Signal } from '@preact/signals'

/** The text of a comment with how it is written. */
export interface Typing {
  readonly text: Signal<string>
  readonly isPrivate: Signal<boolean>
  /** Undefined where comments are not Markdown. */
  readonly isMarkdown: Signal<boolean> | undefined
  readonly format: () => { readonly isMarkdown: boolean; readonly isPrivate: boolean }
}
