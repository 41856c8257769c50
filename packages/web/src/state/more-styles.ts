// The style sheet that lists and bugs do without until something is opened there.
import type { Shown } from '../page/page.js'

/** True if the page begins without these styles. */
export const isBare = (shown: Shown) => shown.kind === 'page' && /^(list|bug)$/.test(shown.entry.name)

let loaded: Promise<unknown> | undefined

/** Loads the styles once. A page without them works as well. */
export function moreStyles(): Promise<unknown> {
  const place = document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')
  if (!place) return (loaded ??= Promise.resolve())
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = place.content
  loaded = new Promise((resolve) => (link.onload = link.onerror = resolve))
  place.replaceWith(link)
  return loaded
}
