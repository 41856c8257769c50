// Caches the styles before something is opened.
import { placeOfStyles } from '../state/more-styles.js'

export function requestStylesAhead(): void {
  const later = placeOfStyles()
  if (!later) return
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'style'
  link.href = later.content
  document.head.append(link)
}
