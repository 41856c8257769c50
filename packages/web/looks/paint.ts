// `npm run bench:pages [-- --save]`: when a slow telephone shows a list and a bug, made by the server and by the browser in the same run, and what
// making them costs. Figures, and no test: they depend on what else the machine does, their ratio hardly.
import { serve } from '@trackerkit/http-node'
import { createRestHandler, type RestHandler } from '@trackerkit/rest'
import { launchBrowser, type Browser } from '@trackerkit/test-browser'
import { report } from '../../../bench/report.js'
import { finish } from '../../../bench/results.js'
import { createHandler } from '../src/server/handler.js'
import type { WebHandler } from '../src/server/web-handler.js'
import { builtAssets } from '../test/harness.js'
import { createShown } from './pictures.js'

const runs = 5
/** A slow telephone: 1.6 Mbit/s, an answer after 150 ms, and a quarter of this processor. */
const phone = { width: 390, height: 800, cpu: 4, bytesPerSecond: 200_000, latency: 150 }

/** Milliseconds until the largest part of a page is there, for who has never been here. */
async function paintOf(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: phone.width, height: phone.height } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latency,
    downloadThroughput: phone.bytesPerSecond,
    uploadThroughput: phone.bytesPerSecond,
  })
  await page.goto(address)
  await page.waitForSelector('html[data-live]')
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return paint
}

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The same pages with nothing in them: the browser asks for the data, and makes what is shown. */
function madeByBrowser(pages: WebHandler): WebHandler {
  return async (request, context) => {
    // Compressed it could not be changed; there is little of it left.
    const plain = new Headers(request.headers)
    const isPage = !new URL(request.url).pathname.startsWith('/-/')
    if (isPage) plain.delete('accept-encoding')
    const response = await pages(isPage ? new Request(request, { headers: plain }) : request, context)
    if (!/html/.test(response.headers.get('content-type') ?? '')) return response
    const headers = new Headers(response.headers)
    // Hydration of a table without served rows sets its HTML, which trusted types forbid.
    headers.delete('content-security-policy')
    const html = (await response.text())
      .replace(/<div id="app">.*<\/div>\n/s, '<div id="app"></div>\n')
      .replace(/"answers":\{.*\}\}<\/script>/s, '"answers":{}}</script>')
    return new Response(html, { status: response.status, headers })
  }
}

/** Milliseconds of the processor that a page costs beside the API, whose answers are there already. */
async function costOf(tracker: Parameters<typeof createRestHandler>[0], path: string, assets: URL): Promise<number> {
  const rest = createRestHandler(tracker)
  const known = new Map<string, readonly [status: number, headers: Headers, body: string]>()
  const remembering: RestHandler = async (request, context) => {
    const told = known.get(request.url)
    if (told) return new Response(told[2], { status: told[0], headers: told[1] })
    const response = await rest(request, context)
    known.set(request.url, [response.status, response.headers, await response.clone().text()])
    return response
  }
  const pages = createHandler({ rest: remembering }, assets)
  const make = async () => (await pages(new Request(`http://127.0.0.1:8080${path}`))).text()
  const times = 200
  for (let time = 0; time < times; time++) await make()
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) await make()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}

const { tracker, pictures } = await createShown()
const assets = await builtAssets()
const start = (change: (pages: WebHandler) => WebHandler) =>
  serve({ tracker, port: 0, log: () => undefined, pages: (rest) => change(createHandler({ rest }, assets)) })
const [made, left] = [await start((pages) => pages), await start(madeByBrowser)]
const browser = await launchBrowser()
const paths = {
  'a list of 50 bugs': '/bugs?status=__all__&limit=50',
  'a bug': pictures.find(({ name }) => name === 'bug')?.path ?? '/',
}
for (const [page, path] of Object.entries(paths)) {
  const paints: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] }
  for (let run = 0; run < runs; run++) {
    paints.ours.push(await paintOf(browser, new URL(path, made.url).href))
    paints.theirs.push(await paintOf(browser, new URL(path, left.url).href))
  }
  const [ours, theirs] = [medianOf(paints.ours), medianOf(paints.theirs)]
  const paint = { ours: ours / 1000, base: theirs / 1000, unit: 's', aim: { atMost: 0.65 } }
  report({ what: `first paint of ${page} on a slow phone : rendered by the browser`, ...paint })
  const cost = await costOf(tracker, path, assets)
  report({ what: `the page of ${page}, without the API`, ours: cost, unit: 'ms of CPU' })
}
await browser.close()
// Both have the same tracker: the second finds it closed.
await made.stop()
await left.stop()
finish('pages', process.argv.includes('--save'))
process.exit(0)
