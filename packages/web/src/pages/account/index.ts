// Routes that account email links to. Codes are in the fragment, which browsers do not send to servers.
import type { PageEntry } from '../../page/page.js'

const load = () => import('./page.js')

export const accountPages: readonly PageEntry[] = [
  { name: 'account', pattern: '/reset', isForOwnLogin: true, open: async () => (await load()).reset },
  { name: 'account', pattern: '/register', isForOwnLogin: true, open: async () => (await load()).register },
  { name: 'account', pattern: '/address', isForOwnLogin: true, open: async () => (await load()).address },
]
