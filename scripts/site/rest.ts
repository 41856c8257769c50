// Cuts docs/rest.md into a page for each resource.
import { numbering, slugOf } from './slug.js'

/** A page of the site. */
export interface Section {
  readonly page: string
  readonly title: string
  readonly text: string
}

interface Place {
  readonly page: string
  readonly anchor: string
}

interface Cut {
  readonly pages: readonly Section[]
  /** The page that an anchor of the whole document, such as `#bugs`, is on. */
  placeOf(anchor: string): Place
}

const inIntroduction = new Set(['Credentials', 'Limits of requests'])

export function cutRest(whole: string): Cut {
  const [introduction = '', ...parts] = whole.split(/^(?=## )/m)
  const pages: Section[] = []
  let first = introduction
  for (const text of parts) {
    const title = /^## (.+)/.exec(text)?.[1] ?? ''
    if (inIntroduction.has(title)) first += text
    else pages.push({ page: `rest/${slugOf(title)}.md`, title, text: text.replace(/^#/gm, '') })
  }
  pages.unshift({ page: 'rest/index.md', title: 'Introduction', text: first })
  const places = placesIn(pages)
  const placeOf = (anchor: string) => {
    const place = anchor === '' ? { page: 'rest/index.md', anchor } : places.get(anchor.slice(1))
    if (!place) throw new Error(`docs/rest.md has no heading ${anchor}`)
    return place
  }
  return { pages, placeOf }
}

/** A repeated heading has another number on its page than in the whole document. */
function placesIn(pages: readonly Section[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const inWhole = numbering()
  for (const { page, text } of pages) {
    const onPage = numbering()
    for (const [, title = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
      const slug = slugOf(title)
      places.set(inWhole(slug), { page, anchor: `#${onPage(slug)}` })
    }
  }
  return places
}
