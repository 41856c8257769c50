import { operations } from '@trackerkit/core/operations'
import { idOrName, type Route } from '../router/route.js'

const { classifications } = operations

const named = { path: '/classification/{id_or_name}', fill: { id_or_name: idOrName } }

export const classificationRoutes: readonly Route[] = [
  { method: 'GET', path: '/classification', operation: classifications.get, fill: {} },
  { method: 'GET', ...named, operation: classifications.get },
  { method: 'POST', path: '/classification', operation: classifications.create, fill: {} },
  { method: 'PUT', ...named, operation: classifications.update },
  { method: 'DELETE', ...named, operation: classifications.delete },
]
