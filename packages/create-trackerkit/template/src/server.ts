import { serve } from '@trackerkit/http-node'
import { createWebHandler } from '@trackerkit/web'
import { tracker } from './tracker.js'

const server = await serve({
  tracker,
  port: Number(process.env['PORT'] ?? 8080),
  pages: (rest) => createWebHandler({ rest, title: 'Tracker' }),
})
console.log(`Pages at ${new URL('/', server.url).href}, the REST API at ${server.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop())
