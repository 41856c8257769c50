// Deno: the tracker below /tracker.
import { createRestHandler } from '@trackerkit/rest'
import { identityOf, logIn } from './sessions.js'
import { openTracker } from './tracker.js'

const rest = createRestHandler(await openTracker(), {
  basePath: '/tracker',
  identify: (request) => identityOf(request.headers.get('cookie')),
})

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`listening on http://127.0.0.1:${port}`),
  },
  (request, { remoteAddr }) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/tracker/'))
      return rest(request, { address: remoteAddr.hostname, peer: remoteAddr.hostname })
    if (pathname === '/login') return new Response(null, { headers: { 'Set-Cookie': logIn('alice@example.com') } })
    return new Response('A page of our own.')
  },
)
