import { operations } from '@trackerkit/core/operations'
import { among, type Route } from '../router/route.js'

const { visits } = operations

const ofBug = { path: '/bug_user_last_visit/{id}', fill: { id: among('ids') } }
const ofBugs = { path: '/bug_user_last_visit', fill: {} }

export const visitRoutes: readonly Route[] = [
  { method: 'GET', ...ofBugs, operation: visits.get },
  { method: 'GET', ...ofBug, operation: visits.get },
  { method: 'POST', ...ofBugs, operation: visits.record },
  { method: 'POST', ...ofBug, operation: visits.record },
]
