import { operations } from '@trackerkit/core/operations'
import { among, idOrProduct, only, type Route } from '../router/route.js'

const { milestones } = operations

const named = { path: '/milestone/{product}/{name}', fill: { product: only('product'), name: among('names') } }
const numbered = { path: '/milestone/{id}', fill: { id: among('ids') } }

export const milestoneRoutes: readonly Route[] = [
  { method: 'GET', path: '/milestone', operation: milestones.get, fill: {} },
  {
    method: 'GET',
    path: '/milestone/{id_or_product}',
    operation: milestones.get,
    fill: { id_or_product: idOrProduct },
  },
  { method: 'GET', ...named, operation: milestones.get },
  { method: 'POST', path: '/milestone', operation: milestones.create, fill: {} },
  { method: 'PUT', ...numbered, operation: milestones.update },
  { method: 'PUT', ...named, operation: milestones.update },
  { method: 'DELETE', ...numbered, operation: milestones.delete },
  { method: 'DELETE', ...named, operation: milestones.delete },
]
