// The addresses of pages of an older kind of tracker, which links elsewhere still have.
import { definePage } from '../page/define.js'
import { Missing, Moved, type PageAddress, type PageEntry } from '../page/page.js'

/** A page that is elsewhere. `to` makes a path with a query of the old query; undefined when there is none. */
function movedTo(pattern: string, to: (query: URLSearchParams) => string | undefined): PageEntry {
  const load = async ({ query }: PageAddress): Promise<never> => {
    const address = to(query)
    throw address === undefined ? new Missing('page') : new Moved(address)
  }
  const page = definePage({ load: async (_, address) => load(address), title: () => '', View: () => null })
  return { name: 'moved', pattern, open: () => page }
}

/** The path with what the query names, and the rest of the query behind it. */
function byId(path: string): (query: URLSearchParams) => string | undefined {
  return (query) => {
    const id = query.get('id')
    if (!id) return undefined
    const rest = new URLSearchParams([...query].filter(([name]) => name !== 'id'))
    return `${path}/${encodeURIComponent(id)}${rest.size === 0 ? '' : `?${rest}`}`
  }
}

const withQuery = (path: string) => (query: URLSearchParams) => (query.size === 0 ? path : `${path}?${query}`)

export const oldAddresses: readonly PageEntry[] = [
  movedTo('/show_bug.cgi', byId('/bug')),
  movedTo('/attachment.cgi', byId('/attachment')),
  movedTo('/buglist.cgi', withQuery('/bugs')),
  movedTo('/enter_bug.cgi', withQuery('/new')),
]
