import { operations } from '@trackerkit/core/operations'
import { idOrName, only, type Route } from '../router/route.js'

const { groupControls } = operations

const ofProduct = { path: '/product/{id_or_name}/group_control', fill: { id_or_name: idOrName } }

export const groupControlRoutes: readonly Route[] = [
  { method: 'GET', path: '/group_control', operation: groupControls.get, fill: {} },
  { method: 'GET', ...ofProduct, operation: groupControls.get },
  { method: 'PUT', ...ofProduct, operation: groupControls.update },
  {
    method: 'PUT',
    path: '/product/{id_or_name}/group_control/{group}',
    operation: groupControls.update,
    fill: { id_or_name: idOrName, group: only('group') },
  },
]
