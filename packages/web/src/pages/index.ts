// All pages. The first pattern that fits is taken. Lists and bugs are in the main script, the others are loaded when somebody goes there.
import { accountPages } from './account/index.js'
import { adminPages } from './admin/index.js'
import { bug } from './bug/page.js'
import { productPages } from './products/index.js'
import { helpPages } from './help/index.js'
import { list } from './list/page.js'
import { mePages } from './me/index.js'
import { oldAddresses } from './old-addresses.js'
import type { PageEntry } from './page.js'

export const pages: readonly PageEntry[] = [
  { name: 'home', pattern: '/', open: async () => (await import('./home/page.js')).home },
  { name: 'list', pattern: '/bugs', open: () => list },
  { name: 'charts', pattern: '/charts', open: async () => (await import('./charts/page.js')).charts },
  { name: 'bug', pattern: '/bug/:id', open: () => bug },
  { name: 'new', pattern: '/new', open: async () => (await import('./new/page.js')).newBug },
  {
    name: 'attachment',
    pattern: '/attachment/:id',
    open: async () => (await import('./attachment/page.js')).attachment,
  },
  { name: 'setup', pattern: '/setup', isForSetUp: true, open: async () => (await import('./setup/page.js')).setup },
  { name: 'login', pattern: '/login', isForOwnLogin: true, open: async () => (await import('./login/page.js')).login },
  {
    name: 'history',
    pattern: '/bug/:id/history',
    open: async () => (await import('./history/page.js')).history,
  },
  { name: 'graph', pattern: '/bug/:id/graph', open: async () => (await import('./graph/page.js')).graph },
  { name: 'dashboard', pattern: '/dashboard', open: async () => (await import('./dashboard/page.js')).dashboard },
  { name: 'requests', pattern: '/requests', open: async () => (await import('./requests/page.js')).requests },
  ...accountPages,
  ...productPages,
  ...adminPages,
  ...mePages,
  ...helpPages,
  ...oldAddresses,
]
