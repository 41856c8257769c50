// The style sheet that lists and bugs do without until something is opened there.
import type { Shown } from '../page/page.js'

/** True if the page begins without these styles. */
export const isBare = (shown: Shown) => shown.kind === 'page' && /^(list|bug)$/.test(shown.entry.name)

let loaded: Promise<unknown> | undefined

/** Loads the styles once. Also resolves if they fail to load, because pages work without them. */
export async function moreStyles(): Promise<void> {
  const place = document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')
  if (place) {
    const link = document.createElement('link')
    loaded = new Promise((resolve) => (link.onload = link.onerror = resolve))
    link.rel = 'stylesheet'
    link.href = place.content
    place.replaceWith(link)
  }
  await loaded
}
