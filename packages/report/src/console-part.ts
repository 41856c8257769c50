// The messages of the console in the dialog: shown before they are sent, and only then.
import { node } from './node.js'
import type { ReportTexts } from './texts.js'

export interface ConsolePart {
  readonly root: HTMLElement
  /** Looks for messages again, unless those to be sent are shown. */
  readonly refresh: () => void
  /** The messages that the user has seen and wants to send; empty for none. */
  readonly read: () => string
}

/** The checkbox, and the messages while it is checked. */
export function createConsolePart(texts: ReportTexts, messages: () => readonly string[]): ConsolePart {
  const check = node('input', { type: 'checkbox' })
  const shown = node('pre', { role: 'region', ariaLabel: texts.messages, tabIndex: 0, hidden: true })
  const root = node('div', { className: 'rows' }, node('label', { className: 'row' }, check, texts.console), shown)
  const show = () => {
    shown.textContent = check.checked ? messages().join('\n') : ''
    shown.hidden = !check.checked
  }
  check.onchange = show
  return {
    root,
    refresh() {
      if (!check.checked) root.hidden = messages().length === 0
    },
    read: () => shown.textContent,
  }
}
