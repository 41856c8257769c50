import { operations } from '@trackerkit/core/operations'
import { among, only, type Route } from '../router/route.js'

const { codeHooks, codeLinks } = operations

const hook = { path: '/code_hook/{id}', fill: { id: among('ids') } }

export const codeHookRoutes: readonly Route[] = [
  { method: 'GET', path: '/code_hook', operation: codeHooks.get, fill: {} },
  { method: 'GET', ...hook, operation: codeHooks.get },
  { method: 'POST', path: '/code_hook', operation: codeHooks.create, fill: {} },
  { method: 'PUT', ...hook, operation: codeHooks.update },
  { method: 'DELETE', ...hook, operation: codeHooks.delete },
  { method: 'POST', path: '/code_hook/{id}/secret', operation: codeHooks.rotate, fill: { id: only('id') } },
]

const ofBug = { path: '/bug/{id_or_alias}/code_link', fill: { id_or_alias: only('id') } }

export const codeLinkRoutes: readonly Route[] = [
  { method: 'GET', ...ofBug, operation: codeLinks.get },
  { method: 'POST', ...ofBug, operation: codeLinks.create },
  { method: 'DELETE', path: '/code_link/{id}', operation: codeLinks.delete, fill: { id: among('ids') } },
]
