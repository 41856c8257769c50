import { createDialog, type ReportDialog } from './dialog.js'
import type { ReportElement, ReportInput } from './element.js'
import { node } from './node.js'
import { recordConsole, type Recorder } from './recorder.js'
import { style } from './style.js'
import { english, type ReportTexts } from './texts.js'

const name = 'trackerkit-report'

/** Defines the element `<trackerkit-report>`, once for all calls. On a server it does nothing. */
export function defineReportElement(): void {
  if (typeof customElements === 'undefined' || customElements.get(name)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)

  // Elements can only be classes, and the base class exists in browsers only.
  class TrackerKitReport extends HTMLElement implements ReportElement {
    static readonly observedAttributes = ['label', 'console']
    // Without a value: a page may have set them before the script was loaded.
    declare texts?: Partial<ReportTexts>
    declare extra?: NonNullable<ReportElement['extra']>
    readonly #button = node('button', { type: 'button', className: 'open main', onclick: () => this.open() })
    #dialog: ReportDialog | undefined
    #recorder: Recorder | undefined

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet]
      root.append(this.#button)
      // Keys typed in the dialog are no shortcuts of the page, which sees only this element.
      for (const type of ['keydown', 'keypress', 'keyup'])
        root.addEventListener(type, (event) => event.stopPropagation())
    }

    connectedCallback(): void {
      const label = this.getAttribute('label') ?? this.texts?.title ?? english.title
      this.#button.textContent = label
      this.#button.hidden = label === ''
      if (!this.hasAttribute('console')) this.#stopRecording()
      else this.#recorder ??= recordConsole()
    }

    attributeChangedCallback(): void {
      if (this.isConnected) this.connectedCallback()
    }

    disconnectedCallback(): void {
      this.close()
      this.#stopRecording()
    }

    #stopRecording(): void {
      this.#recorder?.stop()
      this.#recorder = undefined
    }

    open(input: ReportInput = {}): void {
      if (!this.#dialog || this.#dialog.isDone()) this.#dialog = this.#newDialog()
      this.#dialog.open(input)
    }

    close(): void {
      this.#dialog?.root.close()
    }

    /** In place of that of the report before. */
    #newDialog(): ReportDialog {
      this.#dialog?.root.remove()
      const dialog = dialogOf(this, () => this.#recorder?.messages() ?? [])
      this.shadowRoot?.append(dialog.root)
      return dialog
    }
  }
  customElements.define(name, TrackerKitReport)
}

function dialogOf(element: ReportElement, messages: () => readonly string[]): ReportDialog {
  const endpoint = element.getAttribute('endpoint')
  if (!endpoint) throw new Error(`<${name}> requires the attribute 'endpoint'.`)
  return createDialog({
    endpoint,
    texts: { ...english, ...element.texts },
    hasEmail: element.hasAttribute('email'),
    known: element.extra?.answers ?? {},
    messages,
    about: () => ({ page: element.hasAttribute('page') ? pageHere() : undefined, client: clientOf(element.extra) }),
    onSent(id) {
      const init = { detail: { id }, bubbles: true, composed: true }
      element.dispatchEvent(new CustomEvent('trackerkit-reported', init))
    },
  })
}

const longestPage = 2000
const longestClient = 500

/** Without query and fragment, which may hold secrets. */
function pageHere(): string | undefined {
  const page = location.origin + location.pathname
  return /^https?:/.test(page) && page.length <= longestPage ? page : undefined
}

function clientOf(extra: ReportElement['extra']): string | undefined {
  return extra?.client?.replace(/\s+/g, ' ').trim().slice(0, longestClient) || undefined
}
