import { operations } from '@trackerkit/core/operations'
import { among, idOrName, type Route } from '../router/route.js'
import { newUserInput } from './other-spellings.js'

const { apiKeys, preferences, users, watches } = operations

export const userRoutes: readonly Route[] = [
  { method: 'GET', path: '/whoami', operation: users.whoami, fill: {} },
  { method: 'PUT', path: '/whoami', operation: users.updateSelf, fill: {} },
  { method: 'GET', path: '/user', operation: users.get, fill: {} },
  { method: 'GET', path: '/user/{id_or_name}', operation: users.get, fill: { id_or_name: idOrName } },
  { method: 'POST', path: '/user', operation: users.create, fill: {}, input: newUserInput },
  { method: 'PUT', path: '/user/{id_or_name}', operation: users.update, fill: { id_or_name: idOrName } },
  { method: 'GET', path: '/preferences', operation: preferences.get, fill: {} },
  { method: 'PUT', path: '/preferences', operation: preferences.update, fill: {} },
  { method: 'GET', path: '/watch', operation: watches.get, fill: {} },
  { method: 'PUT', path: '/watch', operation: watches.update, fill: {} },
  { method: 'GET', path: '/api_key', operation: apiKeys.get, fill: {} },
  { method: 'GET', path: '/api_key/{id}', operation: apiKeys.get, fill: { id: among('ids') } },
  { method: 'PUT', path: '/api_key/{id}', operation: apiKeys.update, fill: { id: among('ids') } },
  { method: 'POST', path: '/api_key', operation: apiKeys.create, fill: {} },
]
