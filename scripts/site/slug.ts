// Anchors of headings.

/** As GitHub makes them, because links in documents lead there too. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Returns a function that numbers repeated anchors of one document. */
export function numbering(): (slug: string) => string {
  const times = new Map<string, number>()
  return (slug) => {
    const before = times.get(slug) ?? 0
    times.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}
