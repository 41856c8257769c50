// Makes clicks on links within the tracker load only the data of the page.
import { patternAt } from '../router/open.js'
import type { App } from '../state/app.js'

export function listenForLinks(app: App): void {
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target !== '' || link.hasAttribute('download')) return
    const path = pathOfPage(new URL(link.href), app.site.prefix)
    if (path === undefined) return
    event.preventDefault()
    closePopovers()
    void app.go(path, { asks: true })
  })
}

/** The path below the prefix with query and fragment; undefined when no page is there but a file, or a place on this one. */
function pathOfPage(url: URL, prefix: string): string | undefined {
  const isHere = url.pathname === location.pathname && url.search === location.search
  if (url.origin !== location.origin || (isHere && url.hash !== '')) return undefined
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return undefined
  const path = url.pathname.slice(prefix.length) || '/'
  return patternAt(path) !== undefined ? path + url.search + url.hash : undefined
}

function closePopovers(): void {
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
}
