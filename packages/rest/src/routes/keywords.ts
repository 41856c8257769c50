import { operations } from '@trackerkit/core/operations'
import { idOrName, type Route } from '../router/route.js'

const { keywords } = operations

const named = { path: '/keyword/{id_or_name}', fill: { id_or_name: idOrName } }

export const keywordRoutes: readonly Route[] = [
  { method: 'GET', path: '/keyword', operation: keywords.get, fill: {} },
  { method: 'GET', ...named, operation: keywords.get },
  { method: 'POST', path: '/keyword', operation: keywords.create, fill: {} },
  { method: 'PUT', ...named, operation: keywords.update },
  { method: 'DELETE', ...named, operation: keywords.delete },
]
