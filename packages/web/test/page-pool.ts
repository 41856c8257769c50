// Pages of a browser that are used again: to open one takes a second of processor time, to load another address in it a fifth.
import type { BrowserContext, Page } from '@trackerkit/test-browser'

export interface PagePool {
  readonly take: (context: BrowserContext) => Promise<Page>
  /** Frees the pages of a context for later tests, except for `kept`, and closes those that a test has altered or opened otherwise. */
  readonly putBack: (context: BrowserContext, kept: ReadonlySet<Page>) => Promise<void>
  readonly isInUse: (page: Page) => boolean
}

/** Methods after which a page is not as it was. */
const alterations = [
  ...['on', 'once', 'route', 'addInitScript', 'exposeFunction', 'exposeBinding'],
  ...['emulateMedia', 'setViewportSize', 'setExtraHTTPHeaders'],
] as readonly (keyof Page)[]

type State = 'in use' | 'altered' | 'idle'

/** `prepare` is called once for each page. */
export function createPagePool(prepare: (page: Page) => void): PagePool {
  const states = new WeakMap<Page, State>()
  return {
    async take(context) {
      const idle = context.pages().find((page) => states.get(page) === 'idle')
      const page = idle ?? (await context.newPage())
      states.set(page, 'in use')
      if (!idle) {
        prepare(page)
        onAlteration(page, () => states.set(page, 'altered'))
      }
      return page
    },
    async putBack(context, kept) {
      for (const page of context.pages()) {
        if (kept.has(page)) continue
        const isReusable = states.get(page) === 'in use'
        states.set(page, 'idle')
        await (isReusable ? page.goto('about:blank') : page.close())
      }
    },
    isInUse: (page) => states.get(page) !== 'idle',
  }
}

function onAlteration(page: Page, report: () => void): void {
  for (const name of alterations) {
    const method = page[name] as (...input: unknown[]) => unknown
    const reporting = (...input: unknown[]) => {
      report()
      return method.apply(page, input)
    }
    Object.assign(page, { [name]: reporting })
  }
}
