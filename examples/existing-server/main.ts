// A server with its own pages that serves the tracker's REST API below /tracker: npx tsx main.ts [PORT]
import { createServer } from 'node:http'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { createNodeHandler } from '@trackerkit/http-node'

const tracker = await createTracker({ store: memoryStore() })
const answerTracker = createNodeHandler(tracker, { basePath: '/tracker' })

const server = createServer((request, response) => {
  if (request.url?.startsWith('/tracker/')) {
    void answerTracker(request, response)
    return
  }
  response.setHeader('Content-Type', 'text/plain')
  response.end('This page is our own. The tracker is at /tracker/rest/version.\n')
})

server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.log(`listening on http://127.0.0.1:${port}`)
})

process.once('SIGTERM', () => {
  server.close(() => void tracker.close())
})
