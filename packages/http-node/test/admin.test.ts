// The health and metrics endpoints, and the host names they accept.
import { request } from 'node:http'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { onTestFinished, expect, it } from 'vitest'
import { serve, type ServeOptions } from '../src/index.js'
import { freePort } from '../../test-postgres/src/free-port.js'

async function serving(options: Partial<ServeOptions> = {}) {
  const tracker = await createTracker({ store: memoryStore() })
  const server = await serve({ tracker, port: 0, ...options })
  onTestFinished(() => server.stop())
  const ask = async (path: string, init?: RequestInit, port = server.port) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  return { tracker, server, ask }
}

const metrics = { contentType: 'text/plain', text: async () => 'bugs 7\n' }

it('a server says that it answers before its tracker is open, and that it is ready once it is', async () => {
  let open: () => void = () => undefined
  const opening = new Promise<void>((resolve) => (open = resolve))
  const port = await freePort()
  const started = serve({
    port,
    tracker: async () => {
      await opening
      return createTracker({ store: memoryStore() })
    },
  })
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await expect.poll(async () => (await ask('/healthz').catch(() => undefined))?.status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  open()
  const server = await started
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' })
  await server.stop()
})

it('a server whose tracker cannot do its work says what is the matter, and that it is there', async () => {
  const log: unknown[] = []
  const { tracker, ask } = await serving({ log: (entry) => void log.push(entry) })
  await tracker.close()
  const problems = [{ check: 'store_read', message: expect.any(String) as unknown }]
  const { status, text } = await ask('/readyz')
  expect([status, JSON.parse(text)]).toEqual([503, { status: 'not ready', problems }])
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/healthz', { method: 'DELETE' })).status).toBe(405)
  expect(log).toEqual([])
})

it('a server serves its metrics only where that is enabled, and only with the token', async () => {
  const none = await serving()
  expect((await none.ask('/metrics')).status).toBe(404)
  const { ask } = await serving({ admin: { metrics: { ...metrics, token: 'secret' } } })
  expect((await ask('/metrics')).status).toBe(401)
  expect((await ask('/metrics', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401)
  expect((await ask('/metrics', { headers: { Authorization: 'Bearer secret' } })).text).toBe('bugs 7\n')
})

it('are on a separate port if one is set, and not beside the API', async () => {
  const { server, ask } = await serving({ admin: { metrics, port: 0 } })
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await ask(path)).status).toBe(404)
    expect((await ask(path, {}, server.adminPort)).status).toBe(200)
  }
  expect((await ask('/elsewhere', {}, server.adminPort)).status).toBe(404)
})

it('with admin: false, neither health nor metrics are served, and the load can be read', async () => {
  const { server, ask } = await serving({ admin: false, pages: () => async () => new Response('a page') })
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await ask(path)).text).toBe('a page')
  expect(server.adminPort).toBe(undefined)
  expect(server.load()).toMatchObject({ bodyBytes: 0, answerBytes: 0 })
})

it('a server with host names rejects all others except addresses, and serves its health to all callers', async () => {
  const { server } = await serving({ hosts: ['Bugs.example.com'] })
  const statusOf = (host: string, path = '/rest/version') =>
    new Promise((resolve) => {
      const headers = { Host: host }
      request({ port: server.port, host: '127.0.0.1', path, headers }, ({ statusCode }) => resolve(statusCode)).end()
    })
  for (const host of ['bugs.example.com', 'BUGS.example.com:8080', 'localhost', '127.0.0.1:1', '[::1]:8080'])
    expect([host, await statusOf(host)]).toEqual([host, 200])
  for (const host of ['evil.example', 'bugs.example.com.evil.example'])
    expect([host, await statusOf(host)]).toEqual([host, 421])
  expect(await statusOf('evil.example', '/healthz')).toBe(200)
  const tracker = await createTracker({ store: memoryStore() })
  await expect(serve({ tracker, port: 0, hosts: ['https://a.example'] })).rejects.toThrow(RangeError)
  await tracker.close()
})
