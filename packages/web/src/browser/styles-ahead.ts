// The styles that are needed once something is opened, in the cache of the browser by then.
export function requestStylesAhead(): void {
  const later = document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')
  if (!later) return
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'style'
  link.href = later.content
  document.head.append(link)
}
