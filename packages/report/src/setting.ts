// The program around a dialog.
import type { Answers } from './questions.js'
import type { Report } from './send.js'
import type { ReportTexts } from './texts.js'

export interface Setting {
  readonly endpoint: string
  readonly texts: ReportTexts
  /** The user may leave an address. */
  readonly hasEmail: boolean
  /** Answers to questions of the form that need not be asked. */
  readonly known: Answers
  /** Kept messages of the console. */
  readonly messages: () => readonly string[]
  /** Properties of the page at the time of sending. */
  readonly about: () => Pick<Report, 'page' | 'client'>
  readonly onSent: (id: number | undefined) => void
}
