// A program of another origin, under a strict policy, whose pages have the form for reports of a tracker.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import type { IntakesCreateInput } from '@trackerkit/core/types'
import { serve } from '@trackerkit/http-node'
import { hasBrowser, launchBrowser, type BrowserContextOptions, type Page } from '@trackerkit/test-browser'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createHandler } from '../src/server/handler.js'
import { builtAssets, people } from './harness.js'

export interface Visit {
  /** Of the element. */
  readonly attributes?: string
  readonly intake?: Partial<IntakesCreateInput>
  readonly path?: string
  /** The address of the page is not listed by the intake. */
  readonly isForeign?: boolean
  /** The page is in a frame of another origin. */
  readonly isFramed?: boolean
  /** Runs before the scripts of the page. */
  readonly first?: () => void
  readonly browser?: BrowserContextOptions
}

export interface Program {
  readonly tracker: Tracker
  readonly trackerUrl: string
  /** Opens a page with the form, for a new intake. */
  readonly visit: (visit?: Visit) => Promise<{ readonly page: Page; readonly intake: number; readonly key: string }>
}

/** Starts both once for a file of tests. A test fails if the policy or a script of a page did. */
export function useProgram(): () => Program {
  let program: Program | undefined
  let faults: string[] = []
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    if (hasBrowser) program = await start(ends, (fault) => faults.push(fault))
  }, 60_000)
  afterEach(() => {
    const found = faults
    faults = []
    if (found.length > 0) throw new Error(found.join('\n'))
  })
  afterAll(async () => {
    for (const end of ends.toReversed()) await end()
  })
  return () => {
    if (!program) throw new Error('The program starts before the first test.')
    return program
  }
}

async function start(ends: (() => Promise<unknown>)[], report: (fault: string) => void): Promise<Program> {
  const tracker = await createFilledTracker()
  const assets = await builtAssets()
  const pages = (rest: Parameters<typeof createHandler>[0]['rest']) => createHandler({ rest }, assets)
  const server = await serve({ tracker, port: 0, log: () => undefined, pages })
  const trackerUrl = new URL(server.url).origin
  const bodies = new Map<string, string>()
  const host = await listen(trackerUrl, bodies)
  const browser = await launchBrowser()
  ends.push(
    () => server.stop(),
    () => new Promise((done) => host.server.close(done).closeAllConnections()),
    () => browser.close(),
  )
  const { intakes } = tracker.asSystem(people.admin)
  let count = 0
  const visit: Program['visit'] = async (of = {}) => {
    const name = `intake${(count += 1)}`
    const place = { product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' } as const
    const files = { holds: false, account: people.grace }
    const origins = of.isForeign ? [] : [host.url]
    const { id: intake } = await intakes.create({ name, ...place, ...files, origins, ...of.intake })
    const { key } = await intakes.rotateKey({ id: intake })
    const element = `<trackerkit-report endpoint="${trackerUrl}/rest/report/${key}" ${of.attributes ?? ''}></trackerkit-report>`
    bodies.set(name, element)
    const context = await browser.newContext({ reducedMotion: 'reduce', ...of.browser })
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => {
      if (!message.startsWith('expected')) report(message)
    })
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) report(message.text())
    })
    if (of.first) await page.addInitScript(of.first)
    const path = of.path ?? '/page'
    const [separator] = path.includes('?') ? ['&'] : ['?']
    // The name `localhost` makes it another site than the address.
    const outside = host.url.replace('127.0.0.1', 'localhost')
    await page.goto(of.isFramed ? `${outside}/frame?of=${name}` : `${host.url}${path}${separator}of=${name}`)
    return { page, intake, key }
  }
  return { tracker, trackerUrl, visit }
}

async function createFilledTracker(): Promise<Tracker> {
  const tracker = await createTracker({ store: memoryStore(), administrator: { login: people.admin } })
  const { products, components, users } = tracker.asSystem(people.admin)
  await users.create({ email: people.grace })
  await products.create({ name: 'Widgets', description: 'Things', version: '1.0' })
  await components.create({
    ...{ product: 'Widgets', name: 'UI', description: 'Part', default_assignee: people.admin },
  })
  return tracker
}

/** Serves a page for each name, and a page with that page in a frame. */
async function listen(
  tracker: string,
  bodies: ReadonlyMap<string, string>,
): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const of = searchParams.get('of') ?? ''
    const isFrame = pathname === '/frame'
    const policy = `default-src 'none'; script-src ${tracker}; connect-src ${tracker}; style-src 'self'`
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Content-Security-Policy', isFrame ? "default-src 'none'; frame-src *" : policy)
    const script = `<script type="module" src="${tracker}/-/report.js"></script>`
    const { port } = server.address() as AddressInfo
    const frame = `<iframe title="App" width="900" height="700" src="http://127.0.0.1:${port}/page?of=${of}"></iframe>`
    const main = isFrame ? frame : `<main><h1>App</h1>${bodies.get(of) ?? ''}</main>${script}`
    response.end(`<!doctype html><html lang="en"><title>App</title>${main}</html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
