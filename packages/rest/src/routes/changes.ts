import { operations } from '@trackerkit/core/operations'
import type { Route } from '../router/route.js'

const { changes } = operations

const stream = {
  name: 'changes.stream',
  summary: 'Stream the change feed',
  description:
    'The changes of `changes.get` as server-sent events (`text/event-stream`), until the client disconnects: the ' +
    'name of an event is the type of the entry, its data the entry, its ID the next position. The header ' +
    '`Last-Event-ID`, which browsers send when they reconnect, overrides `since`; without either, the stream ' +
    'begins with future entries.\n\n' +
    'After 20 seconds without an event, a comment contains the next position if it has moved past hidden entries. ' +
    'Permissions are checked for each change: when they end, the last event is `error`, with the error as its ' +
    'data. A client that does not read for 60 seconds is disconnected. A caller can have 10 streams and the ' +
    'server 1000 at a time, anonymous callers half of these; more are rejected with 429.',
}

export const changeRoutes: readonly Route[] = [
  { method: 'GET', path: '/changes', operation: changes.get, fill: {}, waits: true },
  { method: 'GET', path: '/changes/stream', operation: changes.get, fill: {}, stream },
  { method: 'POST', path: '/changes/restart', operation: changes.restart, fill: {} },
]
