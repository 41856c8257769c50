import { operations } from '@trackerkit/core/operations'
import { idOrName, type Route } from '../router/route.js'

const { groups } = operations

export const groupRoutes: readonly Route[] = [
  { method: 'GET', path: '/group', operation: groups.get, fill: {} },
  { method: 'GET', path: '/group/{id_or_name}', operation: groups.get, fill: { id_or_name: idOrName } },
  { method: 'POST', path: '/group', operation: groups.create, fill: {} },
  { method: 'PUT', path: '/group/{id_or_name}', operation: groups.update, fill: { id_or_name: idOrName } },
  { method: 'DELETE', path: '/group/{id_or_name}', operation: groups.delete, fill: { id_or_name: idOrName } },
  {
    method: 'GET',
    path: '/group/{id_or_name}/inheritance',
    operation: groups.inheritance,
    fill: { id_or_name: idOrName },
  },
  {
    method: 'PUT',
    path: '/group/{id_or_name}/inheritance',
    operation: groups.inherit,
    fill: { id_or_name: idOrName },
  },
]
