import type { AnyPage, Page } from './page.js'

/** Declares a page. What it loads only its own view gets, so nobody else needs to know the type. */
export function definePage<Data>(page: Page<Data>): AnyPage {
  return page as unknown as AnyPage
}
