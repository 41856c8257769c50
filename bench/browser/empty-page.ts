// The least that a page costs: a heading, a style and a script.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const parts: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': [
    'text/html',
    `<!doctype html><title>Empty</title><link rel="stylesheet" href="/style.css">
    <script type="module" src="/script.js"></script><h1>A heading</h1>`,
  ],
  '/style.css': ['text/css', 'h1 { font: 14px sans-serif }'],
  '/script.js': ['text/javascript', 'document.documentElement.dataset.live = "true"'],
}

/** Serves the page as long as the work takes. */
export async function withEmptyPage<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = parts[url] ?? ['text/plain', '']
    response.writeHead(body === '' ? 404 : 200, { 'Content-Type': type })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
