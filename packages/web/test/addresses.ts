// Addresses of pages: of all that pages link to, some of each kind.
import { pages as entries } from '../src/router/index.js'
import { match } from '../src/page/page.js'

/** The links of a page: paths with queries below its origin, without files and responses for scripts. */
export function linksIn(html: string): string[] {
  const links = [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)].map(([, href = '']) => decoded(href))
  return links.filter((href) => !/^\/(-|rest)\//.test(href))
}

const decoded = (text: string) =>
  text
    .replaceAll(/&(?:amp|#38);/g, '&')
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:lt|#60);/g, '<')

/** A queue of addresses to visit, with at most `mostOfAKind` of each pattern. */
export function createAgenda(seeds: readonly string[], mostOfAKind: number) {
  const known = new Set(seeds)
  const waiting = [...seeds]
  const seen = new Map<string, number>()
  const kindOf = (address: string) => {
    const [path = ''] = address.split('?')
    return entries.find(({ pattern }) => match(pattern, path))?.pattern ?? 'none'
  }
  return {
    next: () => waiting.shift(),
    add(addresses: readonly string[]) {
      for (const address of addresses) {
        const kind = kindOf(address)
        const count = seen.get(kind) ?? 0
        if (known.has(address) || count >= mostOfAKind) continue
        known.add(address)
        seen.set(kind, count + 1)
        waiting.push(address)
      }
    },
  }
}

/** The start of a walk. */
export const beginnings = [
  '/',
  '/bugs?status=__all__&limit=200',
  '/new',
  '/admin',
  '/me',
  '/help/keys',
  '/help/search',
  '/help/keywords',
]
