// Koa 3, and 2 as well: the tracker below /tracker, before any parser of bodies.
import Koa from 'koa'
import type { Tracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'
import { identityOf, logIn } from './sessions.js'

export function createApp(tracker: Tracker, app: Koa = new Koa()): Koa {
  const answerTracker = createNodeHandler(tracker, {
    basePath: '/tracker',
    identify: (request) => identityOf(request.headers.cookie),
  })
  app.use(async (context, next) => {
    if (!context.path.startsWith('/tracker/')) {
      await next()
      return
    }
    // Koa writes nothing into an answer that is not its own.
    context.respond = false
    await answerTracker(context.req, context.res)
  })
  app.use((context) => {
    if (context.path === '/login') context.set('Set-Cookie', logIn('alice@example.com'))
    context.body = 'A page of our own.'
  })
  return app
}
