// node:http: the tracker below /tracker, everything else is the program's own.
import { createServer, type Server } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'
import { identityOf, logIn } from './sessions.js'

export function createApp(tracker: Tracker): Server {
  const answerTracker = createNodeHandler(tracker, {
    basePath: '/tracker',
    identify: (request) => identityOf(request.headers.cookie),
  })
  return createServer((request, response) => {
    if (request.url?.startsWith('/tracker/')) void answerTracker(request, response)
    else if (request.url === '/login') response.setHeader('Set-Cookie', logIn('alice@example.com')).end()
    else response.end('A page of our own.')
  })
}
