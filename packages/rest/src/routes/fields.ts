import { operations } from '@trackerkit/core/operations'
import { among, idOrName, only, type Route } from '../router/route.js'

const { fields, fieldValues } = operations

const value = { path: '/field/bug/{field}/values/{value}', fill: { field: only('field'), value: among('names') } }

export const fieldRoutes: readonly Route[] = [
  { method: 'GET', path: '/field/bug', operation: fields.get, fill: {} },
  { method: 'GET', path: '/field/bug/{id_or_name}', operation: fields.get, fill: { id_or_name: idOrName } },
  { method: 'POST', path: '/field/bug', operation: fields.create, fill: {} },
  { method: 'PUT', path: '/field/bug/{id_or_name}', operation: fields.update, fill: { id_or_name: idOrName } },
  { method: 'DELETE', path: '/field/bug/{id_or_name}', operation: fields.delete, fill: { id_or_name: idOrName } },
  { method: 'GET', path: '/field/bug/{field}/values', operation: fields.values, fill: { field: only('field') } },
  {
    method: 'GET',
    path: '/field/bug/{field}/{product_id}/values',
    operation: fields.values,
    fill: { field: only('field'), product_id: only('product_id') },
  },
]

export const fieldValueRoutes: readonly Route[] = [
  { method: 'POST', path: '/field/bug/{field}/values', operation: fieldValues.create, fill: { field: only('field') } },
  { method: 'PUT', ...value, operation: fieldValues.update },
  { method: 'DELETE', ...value, operation: fieldValues.delete },
]
