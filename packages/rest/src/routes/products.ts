import { operations } from '@trackerkit/core/operations'
import { idOrName, type Route } from '../router/route.js'

const { products } = operations

export const productRoutes: readonly Route[] = [
  { method: 'GET', path: '/product_selectable', operation: products.selectable, fill: {} },
  { method: 'GET', path: '/product_enterable', operation: products.enterable, fill: {} },
  { method: 'GET', path: '/product_accessible', operation: products.accessible, fill: {} },
  { method: 'GET', path: '/product', operation: products.get, fill: {} },
  { method: 'GET', path: '/product/{id_or_name}', operation: products.get, fill: { id_or_name: idOrName } },
  { method: 'POST', path: '/product', operation: products.create, fill: {} },
  { method: 'PUT', path: '/product/{id_or_name}', operation: products.update, fill: { id_or_name: idOrName } },
]
