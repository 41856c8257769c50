// The addresses of the help.
import type { PageEntry } from '../../page/page.js'

const load = () => import('./page.js')

export const helpPages: readonly PageEntry[] = [
  { name: 'help', pattern: '/help/keys', open: async () => (await load()).keys },
  { name: 'help', pattern: '/help/search', open: async () => (await load()).search },
  { name: 'help', pattern: '/help/markdown', open: async () => (await load()).markdown },
  { name: 'help', pattern: '/help/keywords', open: async () => (await import('./keywords.js')).keywords },
]
