import { operations } from '@trackerkit/core/operations'
import type { Route } from '../router/route.js'

const { changes } = operations

const stream = {
  name: 'changes.stream',
  summary: 'The change feed as it goes on',
  description:
    'What `changes.get` tells, as server-sent events (`text/event-stream`) that go on until somebody hangs up: the name of ' +
    'an event is the type of the entry, its data the entry, its id where to go on. The header `Last-Event-ID`, which ' +
    'browsers send when they connect again, goes before `since`; without either it begins with what comes from now on.\n\n' +
    'After 20 seconds without an event comes a comment, with where to go on if that has moved over what the caller may not ' +
    'see. Rights are looked up whenever something has happened: when they end, the last event is `error`, with the error ' +
    'as its data. Whoever does not read for 60 seconds is disconnected. A caller may have 10 of these and the server 1000 ' +
    'at a time; more are answered with 429.',
}

export const changeRoutes: readonly Route[] = [
  { method: 'GET', path: '/changes', operation: changes.get, fill: {}, waits: true },
  { method: 'GET', path: '/changes/stream', operation: changes.get, fill: {}, stream },
  { method: 'POST', path: '/changes/restart', operation: changes.restart, fill: {} },
]
