import { operations } from '@trackerkit/core/operations'
import type { Route } from '../router/route.js'

const { audit, server, parameters } = operations

export const serverRoutes: readonly Route[] = [
  { method: 'GET', path: '/version', operation: server.version, fill: {} },
  { method: 'GET', path: '/extensions', operation: server.extensions, fill: {} },
  { method: 'GET', path: '/timezone', operation: server.timezone, fill: {} },
  { method: 'GET', path: '/time', operation: server.time, fill: {} },
  { method: 'GET', path: '/parameters', operation: parameters.get, fill: {} },
  { method: 'PUT', path: '/parameters', operation: parameters.update, fill: {} },
  { method: 'GET', path: '/last_audit_time', operation: server.lastAuditTime, fill: {} },
  { method: 'GET', path: '/audit_log', operation: audit.get, fill: {} },
]
