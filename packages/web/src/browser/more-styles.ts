// The styles of what lists and bugs do without at first: modules that are loaded on demand import this one and wait for it.
const place = document.querySelector<HTMLMetaElement>('meta[name="more-styles"]')
if (place) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = place.content
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    // The part that was asked for works without them.
    link.addEventListener('error', resolve)
    place.replaceWith(link)
  })
}
