// One visit of a page by a browser that has never been there, on a quarter of this processor.
import type { Browser, BrowserContext, Page } from '@trackerkit/test-browser'
import { editor } from './server.js'

const slowdown = 4

export interface Visit {
  /** Milliseconds until the largest part of the page is painted. */
  readonly largestPaint: number
  /** Milliseconds of long tasks, each beyond its first 50. */
  readonly blocking: number
  /** Milliseconds until scripts have made the page live. */
  readonly usable: number
  readonly shift: number
  /** Those that began before the page was usable, with that of the page itself, without the icon of the site. */
  readonly requests: number
  readonly scriptBytes: number
  readonly htmlCharacters: number
  readonly elements: number
  readonly fieldElements: number
}

/** A page in a slow browser with an empty cache, logged in. */
async function openSlowPage(browser: Browser, url: string, width = 1360): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  await logIn(context, url)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  return page
}

export async function visit(browser: Browser, url: string, path: string, width?: number): Promise<Visit> {
  const page = await openSlowPage(browser, url, width)
  const scripts: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  // To ask the page for it would run a script there, just when it becomes usable.
  const usable = page.waitForEvent('console', (message) => message.text() === 'usable')
  const [response] = await Promise.all([page.goto(new URL(path, url).href), usable])
  const htmlCharacters = (await response?.text())?.length ?? Number.NaN
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate<Omit<Visit, 'scriptBytes' | 'htmlCharacters'>>('benchResult()')
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  await page.context().close()
  return { ...seen, htmlCharacters, scriptBytes }
}

/** Milliseconds until a list is drawn again by "back", while each request of the API waits for two seconds. */
export async function goBack(browser: Browser, url: string, bug: number): Promise<number> {
  const page = await openSlowPage(browser, url)
  await page.goto(new URL('/bugs?status=__all__', url).href)
  await page.waitForSelector('html[data-live]')
  await page.click(`a[href*="/bug/${bug}"]`)
  await page.waitForURL(/\/bug\//)
  await page.waitForLoadState('networkidle')
  await page.route(/\/rest\/|\/bugs\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue().catch(() => undefined)
  })
  const milliseconds = await page.evaluate<number>(untilRows)
  await page.context().close()
  return milliseconds
}

async function logIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(new URL('/login', url).href)
  await page.getByRole('textbox', { name: /^Login|^Email/ }).fill(editor.login)
  await page.getByLabel('Password', { exact: true }).fill(editor.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await page.close()
}

// Scripts of the page as text: these programs are compiled without the types of browsers.
const observe = `
  const seen = { largestPaint: 0, blocking: 0, shift: 0, usable: 0 }
  const watch = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { seen.largestPaint = entry.startTime })
  watch('longtask', (entry) => { seen.blocking += Math.max(0, entry.duration - 50) })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
  new MutationObserver(() => {
    if (seen.usable || !document.documentElement?.dataset.live) return
    seen.usable = performance.now()
    console.log('usable')
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-live'] })
  const isCounted = ({ name, startTime }) => startTime < seen.usable && !name.endsWith('.svg')
  window.benchResult = () => ({
    ...seen,
    requests: 1 + new Set(performance.getEntriesByType('resource').filter(isCounted).map(({ name }) => name)).size,
    elements: document.querySelectorAll('*').length,
    fieldElements: document.querySelectorAll('aside *, [aria-label="Fields"] *').length,
  })
`

const untilRows = `new Promise((resolve) => {
  const start = performance.now()
  const look = () => {
    if (location.pathname === '/bugs' && document.querySelectorAll('tbody tr').length > 10)
      requestAnimationFrame(() => resolve(performance.now() - start))
    else requestAnimationFrame(look)
  }
  history.back()
  look()
})`
