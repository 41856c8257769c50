import { operations } from '@trackerkit/core/operations'
import type { Route } from '../router/route.js'

const { workflow } = operations

export const workflowRoutes: readonly Route[] = [
  { method: 'GET', path: '/workflow', operation: workflow.get, fill: {} },
  { method: 'PUT', path: '/workflow', operation: workflow.update, fill: {} },
]
