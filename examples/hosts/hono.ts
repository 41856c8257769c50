// Hono 4 on Node: the tracker below /tracker. On Bun, Deno and elsewhere take getConnInfo from 'hono/bun', 'hono/deno', …
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import type { Tracker } from '@trackerkit/core'
import { createRestHandler } from '@trackerkit/rest'
import { identityOf, logIn } from './sessions.js'

export function createApp(tracker: Tracker): Hono {
  const rest = createRestHandler(tracker, {
    basePath: '/tracker',
    identify: (request) => identityOf(request.headers.get('cookie')),
  })
  const app = new Hono()
  app.post('/login', (context) => context.body(null, 204, { 'Set-Cookie': logIn('alice@example.com') }))
  app.all('/tracker/rest/*', (context) => {
    const { address } = getConnInfo(context).remote
    return rest(context.req.raw, { address, peer: address })
  })
  return app
}
