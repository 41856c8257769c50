// Opening addresses of these pages in the browser.
import type { Client } from '../page/operations.js'
import { openAddress, statusOf } from '../router/open.js'
import type { Opened, PageAddress, Shown } from '../page/page.js'
import type { Who } from '../page/who.js'
import type { SiteSettings } from '../state/app.js'

/** Opens an address of these pages. */
export async function openHere(operations: Client, site: SiteSettings, who: Who | null, url: URL): Promise<Opened> {
  return openAddress(operations, {
    url,
    path: pathBelow(site.prefix, url),
    who,
    isOwnLogin: site.login.by === 'pages',
    isSetUp: site.setUp === null,
  })
}

export function pathBelow(prefix: string, url: URL): string {
  return url.pathname.slice(prefix.length) || '/'
}

/** An address without its fragment, which leads to a place on the same page. */
export function keyOf({ path, query }: Pick<PageAddress, 'path' | 'query'>): string {
  return `${path}?${query}`
}

/** True if the user may not see the page, or there is none. */
export function isLost(opened: Shown): boolean {
  return [401, 403, 404].includes(statusOf(opened))
}
