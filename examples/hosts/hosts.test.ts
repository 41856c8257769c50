// Every host of this folder, with the real framework.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Tracker } from '@trackerkit/core'
import express, { type Express } from 'express'
import express4 from 'express4'
import Koa2 from 'koa2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp as createExpress } from './express.js'
import { createApp as createFastify } from './fastify.js'
import { createApp as createHono } from './hono.js'
import { createApp as createKoa } from './koa.js'
import { createApp as createNode } from './node.js'
import { openTracker } from './tracker.js'
import { asItShouldBe, visit } from './visit.js'

let tracker: Tracker
beforeAll(async () => {
  tracker = await openTracker()
})
afterAll(() => tracker.close())

/** Serves the program while it is visited. */
async function visitServer(app: Server | RequestListener): ReturnType<typeof visit> {
  const server = typeof app === 'function' ? createServer(app) : app
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** An application that parses bodies before the tracker is asked. */
function parsing(app: Express): Express {
  return app.use(express.json({ limit: '5mb' }))
}

describe('a tracker below a folder', () => {
  it('works on node:http', async () => {
    expect(await visitServer(createNode(tracker))).toEqual(asItShouldBe)
  })

  it('works on Express 5, before and after express.json()', async () => {
    expect(await visitServer(createExpress(tracker) as RequestListener)).toEqual(asItShouldBe)
    expect(await visitServer(createExpress(tracker, parsing(express())) as RequestListener)).toEqual(asItShouldBe)
  })

  it('works on Express 4, before and after express.json()', async () => {
    expect(await visitServer(createExpress(tracker, express4()) as RequestListener)).toEqual(asItShouldBe)
    expect(
      await visitServer(createExpress(tracker, express4().use(express4.json({ limit: '5mb' }))) as RequestListener),
    ).toEqual(asItShouldBe)
  })

  it('works on Fastify 5, whose own limit of bodies is smaller', async () => {
    const app = createFastify(tracker)
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      expect(await visit(url)).toEqual(asItShouldBe)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('works on Koa 3', async () => {
    expect(await visitServer(createKoa(tracker).callback() as RequestListener)).toEqual(asItShouldBe)
  })

  it('works on Koa 2', async () => {
    expect(await visitServer(createKoa(tracker, new Koa2()).callback() as RequestListener)).toEqual(asItShouldBe)
  })

  it('works on Hono 4', async () => {
    expect(await visitServer(getRequestListener(createHono(tracker).fetch) as RequestListener)).toEqual(asItShouldBe)
  })
})
