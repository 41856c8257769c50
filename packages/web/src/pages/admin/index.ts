// Routes of the administration. Its pages are loaded together on demand.
import type { PageEntry } from '../../page/page.js'

const load = () => import('./page.js')

const routes = [
  ['', 'home'],
  ['/workflow', 'workflow'],
  ['/parameters', 'parameters'],
  ['/mail', 'mail'],
  ['/inbound', 'inbound'],
  ['/audit', 'audit'],
  ['/new/:kind', 'newThing'],
  ['/:kind', 'list'],
  ['/:kind/:name', 'thing'],
  ['/:in/:parent/:kind/:name', 'thing'],
] as const

export const adminPages: readonly PageEntry[] = [
  ...routes.map(([path, page]) => ({
    name: 'admin',
    pattern: `/admin${path}`,
    open: async () => (await load())[page],
  })),
  { name: 'admin', pattern: '/held', open: async () => (await load()).held },
]
