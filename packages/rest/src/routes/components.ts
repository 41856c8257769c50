import { operations } from '@trackerkit/core/operations'
import { among, idOrProduct, only, type Route } from '../router/route.js'
import { changedComponentInput, newComponentInput } from './other-spellings.js'

const { components } = operations

const named = { path: '/component/{product}/{name}', fill: { product: only('product'), name: among('names') } }
const numbered = { path: '/component/{id}', fill: { id: among('ids') } }

export const componentRoutes: readonly Route[] = [
  { method: 'GET', path: '/component', operation: components.get, fill: {} },
  {
    method: 'GET',
    path: '/component/{id_or_product}',
    operation: components.get,
    fill: { id_or_product: idOrProduct },
  },
  { method: 'GET', ...named, operation: components.get },
  { method: 'POST', path: '/component', operation: components.create, fill: {}, input: newComponentInput },
  { method: 'PUT', ...numbered, operation: components.update, input: changedComponentInput },
  { method: 'PUT', ...named, operation: components.update, input: changedComponentInput },
  { method: 'DELETE', ...numbered, operation: components.delete },
  { method: 'DELETE', ...named, operation: components.delete },
]
