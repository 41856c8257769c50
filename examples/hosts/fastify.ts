// Fastify 5: the tracker below /tracker, untouched by the parsers and limits of bodies that the program has.
import { fastify, type FastifyInstance } from 'fastify'
import type { Tracker } from '@trackerkit/core'
import { createNodeHandler, trackerPlugin } from '@trackerkit/http-node'
import { identityOf, logIn } from './sessions.js'

export function createApp(tracker: Tracker): FastifyInstance {
  const app = fastify()
  app.post('/login', (_request, reply) => reply.header('Set-Cookie', logIn('alice@example.com')).send())
  const handler = createNodeHandler(tracker, {
    basePath: '/tracker',
    identify: (request) => identityOf(request.headers.cookie),
  })
  app.register(trackerPlugin, { prefix: '/tracker', handler })
  return app
}
