import { operations } from '@trackerkit/core/operations'
import { among, type Route } from '../router/route.js'

const { savedSearches } = operations

export const savedSearchRoutes: readonly Route[] = [
  { method: 'GET', path: '/saved_search', operation: savedSearches.get, fill: {} },
  { method: 'POST', path: '/saved_search', operation: savedSearches.save, fill: {} },
  { method: 'GET', path: '/saved_search/{id}', operation: savedSearches.get, fill: { id: among('ids') } },
  { method: 'DELETE', path: '/saved_search/{id}', operation: savedSearches.delete, fill: { id: among('ids') } },
]
