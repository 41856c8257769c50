// The text of a report in the dialog.
import type { ReportInput } from './element.js'
import { node } from './node.js'
import type { Report } from './send.js'
import type { ReportTexts } from './texts.js'

export interface Fields {
  readonly rows: readonly HTMLElement[]
  readonly fill: (input: ReportInput) => void
  readonly read: () => Pick<Report, 'summary' | 'description' | 'email'>
}

/** The summary and the description, and the address if `hasEmail`. */
export function createFields(texts: ReportTexts, hasEmail: boolean): Fields {
  const summary = node('input', { required: true, maxLength: 255, pattern: '.*\\S.*', autofocus: true })
  const description = node('textarea', { maxLength: 65_535 })
  const email = node('input', { type: 'email', maxLength: 255, autocomplete: 'email' })
  const row = (label: string, input: HTMLElement) => node('label', {}, label, input)
  return {
    rows: [
      row(texts.summary, summary),
      row(texts.description, description),
      ...(hasEmail ? [row(texts.email, email)] : []),
    ],
    fill(input: ReportInput) {
      summary.value = input.summary ?? summary.value
      description.value = input.description ?? description.value
    },
    read: () => ({
      summary: summary.value.trim(),
      description: description.value.trim() === '' ? undefined : description.value,
      email: email.value || undefined,
    }),
  }
}
