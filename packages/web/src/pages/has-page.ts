import { pages } from './index.js'
import { match } from './page.js'

/** Whether these pages have one at a path. Links to what is not there are left out. */
export function hasPage(path: string): boolean {
  return pages.some(({ pattern }) => match(pattern, path) !== undefined)
}
