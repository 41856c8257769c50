// The addresses of products and their milestones.
import type { PageEntry } from '../../page/page.js'

const load = () => import('./page.js')

export const productPages: readonly PageEntry[] = [
  { name: 'products', pattern: '/products', open: async () => (await load()).products },
  { name: 'products', pattern: '/products/:product', open: async () => (await load()).product },
  {
    name: 'products',
    pattern: '/products/:product/milestones/:milestone',
    open: async () => (await load()).milestone,
  },
]
