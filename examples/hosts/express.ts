// Express 5, and 4 as well: the tracker below /tracker.
import express, { type Express } from 'express'
import type { Tracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'
import { identityOf, logIn } from './sessions.js'

export function createApp(tracker: Tracker, app: Express = express()): Express {
  app.post('/login', (_request, response) => {
    response.setHeader('Set-Cookie', logIn('alice@example.com')).end()
  })
  app.use(
    '/tracker',
    createNodeHandler(tracker, {
      basePath: '/tracker',
      identify: (request) => identityOf(request.headers.cookie),
    }),
  )
  return app
}
