// Caches the styles before something is opened.
export function requestStylesAhead(): void {
  const later = document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')
  if (!later) return
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'style'
  link.href = later.content
  document.head.append(link)
}
