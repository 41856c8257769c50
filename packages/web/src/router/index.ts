// All pages. The first matching pattern wins. Lists and bugs are in the main script; the others are loaded on
// demand.
import { accountPages } from '../pages/account/index.js'
import { adminPages } from '../pages/admin/index.js'
import { bug } from '../pages/bug/page.js'
import { productPages } from '../pages/products/index.js'
import { helpPages } from '../pages/help/index.js'
import { list } from '../pages/list/page.js'
import { mePages } from '../pages/me/index.js'
import type { PageEntry } from '../page/page.js'

export const pages: readonly PageEntry[] = [
  { name: 'home', pattern: '/', open: async () => (await import('../pages/home/page.js')).home },
  { name: 'list', pattern: '/bugs', open: () => list },
  { name: 'search', pattern: '/search', open: async () => (await import('../pages/search/page.js')).search },
  { name: 'board', pattern: '/board', open: async () => (await import('../pages/board/page.js')).board },
  { name: 'charts', pattern: '/charts', open: async () => (await import('../pages/charts/page.js')).charts },
  { name: 'bug', pattern: '/bug/:id', open: () => bug },
  { name: 'new', pattern: '/new', open: async () => (await import('../pages/new/page.js')).newBug },
  {
    name: 'attachment',
    pattern: '/attachment/:id',
    open: async () => (await import('../pages/attachment/page.js')).attachment,
  },
  {
    name: 'setup',
    pattern: '/setup',
    isForSetUp: true,
    open: async () => (await import('../pages/setup/page.js')).setup,
  },
  {
    name: 'login',
    pattern: '/login',
    isForOwnLogin: true,
    open: async () => (await import('../pages/login/page.js')).login,
  },
  {
    name: 'login-continue',
    pattern: '/login/continue',
    isForOwnLogin: true,
    open: async () => (await import('../pages/login/continue.js')).continueLogin,
  },
  {
    name: 'login-confirmed',
    pattern: '/login/confirmed',
    isForOwnLogin: true,
    open: async () => (await import('../pages/login/confirmed.js')).confirmed,
  },
  {
    name: 'history',
    pattern: '/bug/:id/history',
    open: async () => (await import('../pages/history/page.js')).history,
  },
  { name: 'graph', pattern: '/bug/:id/graph', open: async () => (await import('../pages/graph/page.js')).graph },
  {
    name: 'dashboard',
    pattern: '/dashboard',
    open: async () => (await import('../pages/dashboard/page.js')).dashboard,
  },
  { name: 'inbox', pattern: '/inbox', open: async () => (await import('../pages/inbox/page.js')).inbox },
  { name: 'requests', pattern: '/requests', open: async () => (await import('../pages/requests/page.js')).requests },
  ...accountPages,
  ...productPages,
  ...adminPages,
  ...mePages,
  ...helpPages,
]
