import type { AnyPage, Page } from './page.js'

/** Declares a page. Only its own view gets the data, so the type stays private. */
export function definePage<Data>(page: Page<Data>): AnyPage {
  return page as unknown as AnyPage
}
