// The style sheet that lists and bugs do without until something is opened there.
import type { Shown } from '../page/page.js'

/** True if the page begins without these styles. */
export const isBare = (shown: Shown) => shown.kind === 'page' && /^(list|bug)$/.test(shown.entry.name)

/** The element that the page has in place of the sheet, until it is loaded. */
export const placeOfStyles = () => document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')

/** Returns a function that loads the styles once. It also resolves if they fail to load, because pages work without them. */
export function createMoreStyles(): () => Promise<void> {
  let loaded: Promise<unknown> | undefined
  return async () => {
    const place = placeOfStyles()
    if (place) {
      const link = document.createElement('link')
      loaded = new Promise((resolve) => (link.onload = link.onerror = resolve))
      link.rel = 'stylesheet'
      link.href = place.content
      place.replaceWith(link)
    }
    await loaded
  }
}
