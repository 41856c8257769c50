// Routes of the administration. Its pages are loaded together on demand.
import type { PageEntry } from '../../page/page.js'

const load = () => import('./page.js')

export const adminPages: readonly PageEntry[] = [
  { name: 'admin', pattern: '/admin', open: async () => (await load()).home },
  { name: 'admin', pattern: '/admin/workflow', open: async () => (await load()).workflow },
  { name: 'admin', pattern: '/admin/parameters', open: async () => (await load()).parameters },
  { name: 'admin', pattern: '/admin/mail', open: async () => (await load()).mail },
  { name: 'admin', pattern: '/admin/audit', open: async () => (await load()).audit },
  { name: 'admin', pattern: '/admin/new/:kind', open: async () => (await load()).newThing },
  { name: 'admin', pattern: '/admin/:kind', open: async () => (await load()).list },
  { name: 'admin', pattern: '/admin/:kind/:name', open: async () => (await load()).thing },
  { name: 'admin', pattern: '/admin/:in/:parent/:kind/:name', open: async () => (await load()).thing },
]
