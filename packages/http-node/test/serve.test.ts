// A standalone server with its tracker and its pages.
import { connect } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { serve, type FetchHandler, type RequestObserver, type ServeOptions } from '../src/index.js'

const broken: Readonly<Record<string, Partial<ServeOptions>>> = {
  'options that the API refuses': { cors: { origins: ['https://a.example/path'] } },
  'pages that cannot be made': { pages: async () => Promise.reject(new RangeError('no pages')) },
}

it.each(Object.entries(broken))('a tracker that it has opened is closed after %s', async (_, options) => {
  const opened: Tracker[] = []
  const open = async () => {
    const tracker = await createTracker({ store: memoryStore() })
    opened.push(tracker)
    return tracker
  }
  await expect(serve({ tracker: open, port: 0, ...options })).rejects.toThrow(RangeError)
  await expect(opened[0]?.asSystem().products.get({ ids: [1] })).rejects.toMatchObject({ code: 'tracker_closed' })
  const given = await open()
  await expect(serve({ tracker: given, port: 0, ...options })).rejects.toThrow(RangeError)
  expect((await given.asSystem().products.get({ ids: [1] })).products).toEqual([])
  await given.close()
})

it('the API answers also a proxy that sends the whole address', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const server = await serve({ tracker, port: 0, pages: () => async () => new Response('a page') })
  const said = (target: string) =>
    new Promise<string>((resolve) => {
      let text = ''
      const request = `GET ${target} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`
      const socket = connect(server.port, '127.0.0.1', () => socket.write(request))
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text))
    })
  expect(await said('http://h/rest/version')).toContain('{"version":')
  expect(await said('http://h/rest.html')).toContain('a page')
  expect(await said('http://h')).toContain('a page')
  await server.stop()
})

it('pages below a prefix answer the requests of their scripts', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const server = await serve({ tracker, port: 0, pages: () => async () => new Response('a page') })
  const said = async (path: string) => (await fetch(new URL(path, server.url))).text()
  for (const path of ['/-/rest/whoami', '/tracker/-/rest/whoami', '/a/b/-/rest/bug/1'])
    expect([path, await said(path)]).toEqual([path, 'a page'])
  for (const path of ['/tracker/rest/version', '/tracker/rest.cgi/version', '/rest/version?of=/-/'])
    expect([path, await said(path)]).toEqual([path, expect.stringContaining('{"version":')])
  await server.stop()
})

it('an observer gets pages by their route, and the requests to the API of a page', async () => {
  const tracker = await createTracker({ store: memoryStore() })
  const told: unknown[] = []
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const observer: RequestObserver = ({ of, header }) => ({
    passedOn: { traceparent },
    ended: ({ route, status, isFault, isAnsweredByApi = false }) =>
      told.push([of, route, status, isFault, header('traceparent'), isAnsweredByApi]),
  })
  const pages =
    (rest: FetchHandler): FetchHandler =>
    async (request, context) => {
      const { origin, pathname } = new URL(request.url)
      if (pathname === '/broken') throw new Error('it broke')
      if (pathname.startsWith('/-/rest/')) {
        context?.onApi?.()
        return rest(new Request(origin + pathname.slice('/-'.length)))
      }
      if (!pathname.startsWith('/bug/')) return new Response(null, { status: 404 })
      context?.onRoute?.('/bug/:id')
      return rest(
        new Request(`${origin}/rest${pathname}`, { headers: { traceparent: context?.passedOn?.traceparent ?? '' } }),
      )
    }
  const server = await serve({ tracker, port: 0, pages, observer, log: () => undefined })
  for (const path of ['/bug/12', '/-/rest/version', '/elsewhere', '/broken'])
    await (await fetch(new URL(path, server.url))).text()
  await server.stop()
  expect(told).toEqual([
    ['api', '/bug/{id_or_alias}', 404, false, traceparent, false],
    ['pages', '/bug/:id', 404, false, undefined, false],
    ['api', '/version', 200, false, undefined, false],
    ['pages', undefined, 200, false, undefined, true],
    ['pages', undefined, 404, false, undefined, false],
    ['pages', undefined, 500, true, undefined, false],
  ])
})
