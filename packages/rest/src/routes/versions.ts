import { operations } from '@trackerkit/core/operations'
import { among, idOrProduct, only, type Route } from '../router/route.js'

const { versions } = operations

const named = { path: '/version/{product}/{name}', fill: { product: only('product'), name: among('names') } }
const numbered = { path: '/version/{id}', fill: { id: among('ids') } }

/** GET /version tells the version of the server: versions of products are listed by product only. */
export const versionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/version/{id_or_product}',
    operation: versions.get,
    fill: { id_or_product: idOrProduct },
  },
  { method: 'GET', ...named, operation: versions.get },
  { method: 'POST', path: '/version', operation: versions.create, fill: {} },
  { method: 'PUT', ...numbered, operation: versions.update },
  { method: 'PUT', ...named, operation: versions.update },
  { method: 'DELETE', ...numbered, operation: versions.delete },
  { method: 'DELETE', ...named, operation: versions.delete },
]
