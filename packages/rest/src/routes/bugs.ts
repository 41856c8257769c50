import { operations } from '@trackerkit/core/operations'
import { makeAtom } from '../lists/atom.js'
import { makeCsv } from '../lists/csv.js'
import { among, only, type Route } from '../router/route.js'

const { bugs } = operations

export const bugRoutes: readonly Route[] = [
  { method: 'GET', path: '/bug', operation: bugs.search, fill: {}, lists: { csv: makeCsv, atom: makeAtom } },
  { method: 'POST', path: '/bug/search', operation: bugs.search, fill: {} },
  { method: 'GET', path: '/bug/count', operation: bugs.count, fill: {} },
  { method: 'GET', path: '/bug/trend', operation: bugs.trend, fill: {} },
  { method: 'GET', path: '/bug/board', operation: bugs.board, fill: {} },
  { method: 'GET', path: '/bug/possible_duplicates', operation: bugs.possibleDuplicates, fill: {} },
  { method: 'POST', path: '/bug', operation: bugs.create, fill: {} },
  { method: 'GET', path: '/bug/{id_or_alias}', operation: bugs.get, fill: { id_or_alias: among('ids') } },
  { method: 'PUT', path: '/bug/{id_or_alias}', operation: bugs.update, fill: { id_or_alias: among('ids') } },
  { method: 'DELETE', path: '/bug/{id_or_alias}', operation: bugs.delete, fill: { id_or_alias: among('ids') } },
  { method: 'GET', path: '/bug/{id_or_alias}/history', operation: bugs.history, fill: { id_or_alias: among('ids') } },
  { method: 'GET', path: '/bug/{id_or_alias}/view', operation: bugs.view, fill: { id_or_alias: only('id') } },
  { method: 'GET', path: '/bug/{id_or_alias}/people', operation: bugs.people, fill: { id_or_alias: only('id') } },
  { method: 'GET', path: '/bug/{id_or_alias}/graph', operation: bugs.graph, fill: { id_or_alias: only('id') } },
]
