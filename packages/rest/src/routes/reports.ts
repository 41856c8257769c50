import { operations } from '@trackerkit/core/operations'
import { only, type Route } from '../router/route.js'

const { reports } = operations

const ofIntake = { path: '/report/{key}', fill: { key: only('key') }, isDoor: true } as const

export const reportRoutes: readonly Route[] = [
  { method: 'GET', ...ofIntake, operation: reports.get },
  { method: 'POST', ...ofIntake, operation: reports.create },
]
