// The public face of the element.
import type { ReportTexts } from './texts.js'

/** Text with which the dialog opens. */
export interface ReportInput {
  /** The problem, in at most 255 characters. */
  readonly summary?: string
  /** The details. */
  readonly description?: string
}

/**
 * The element `<trackerkit-report>`. Its attributes are `endpoint`, `label`, `email`, `page` and `console`. It dispatches
 * `trackerkit-reported` when a report was received, with `detail.id` if the user can see the bug.
 */
export interface ReportElement extends HTMLElement {
  /** Replaces texts, such as for another language. Set it before the dialog opens. */
  texts?: Partial<ReportTexts>
  /**
   * Data of the page: `client` is the program and its version, in at most 500 characters. `answers` are those to
   * questions of the form, by their IDs, which the dialog then does not ask. Set it before the dialog opens.
   */
  extra?: { readonly client?: string; readonly answers?: Readonly<Record<string, string | readonly string[]>> }
  /**
   * Opens the dialog, with the text that the user typed before.
   * @throws Error if the element has no `endpoint`
   */
  open(input?: ReportInput): void
  /** Closes the dialog, and keeps the text. */
  close(): void
}

declare global {
  interface HTMLElementTagNameMap {
    'trackerkit-report': ReportElement
  }
  interface HTMLElementEventMap {
    'trackerkit-reported': CustomEvent<{ readonly id?: number | undefined }>
  }
}
