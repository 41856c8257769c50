import { operations } from '@trackerkit/core/operations'
import { idOrName, idOrProduct, only, type Route } from '../router/route.js'

const { flagTypes } = operations

export const flagTypeRoutes: readonly Route[] = [
  { method: 'GET', path: '/flag_type', operation: flagTypes.get, fill: {} },
  { method: 'GET', path: '/flag_type/{id_or_product}', operation: flagTypes.get, fill: { id_or_product: idOrProduct } },
  {
    method: 'GET',
    path: '/flag_type/{product}/{component}',
    operation: flagTypes.get,
    fill: { product: only('product'), component: only('component') },
  },
  { method: 'POST', path: '/flag_type', operation: flagTypes.create, fill: {} },
  { method: 'PUT', path: '/flag_type/{id_or_name}', operation: flagTypes.update, fill: { id_or_name: idOrName } },
  { method: 'DELETE', path: '/flag_type/{id_or_name}', operation: flagTypes.delete, fill: { id_or_name: idOrName } },
]
