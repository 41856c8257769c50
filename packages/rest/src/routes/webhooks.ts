import { operations } from '@trackerkit/core/operations'
import { among, only, type Route } from '../router/route.js'

const { webhooks } = operations

const one = { path: '/webhook/{id}', fill: { id: among('ids') } }

export const webhookRoutes: readonly Route[] = [
  { method: 'GET', path: '/webhook', operation: webhooks.get, fill: {} },
  { method: 'GET', path: '/webhooks/list', operation: webhooks.list, fill: {} },
  { method: 'GET', ...one, operation: webhooks.get },
  { method: 'POST', path: '/webhook', operation: webhooks.create, fill: {} },
  { method: 'PUT', ...one, operation: webhooks.update },
  { method: 'DELETE', ...one, operation: webhooks.delete },
  { method: 'POST', path: '/webhook/{id}/secret', operation: webhooks.rotate, fill: { id: only('id') } },
  { method: 'POST', path: '/webhook/{id}/ping', operation: webhooks.ping, fill: { id: only('id') } },
  { method: 'GET', path: '/webhook/{id}/delivery', operation: webhooks.deliveries, fill: { id: only('id') } },
  { method: 'POST', path: '/webhook/{id}/redeliver', operation: webhooks.redeliver, fill: { id: only('id') } },
]
