// Pages in a real browser.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import {
  hasBrowser,
  launchBrowser,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@trackerkit/test-browser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { serve, type RunningServer } from '@trackerkit/http-node'

const hostile = [
  '</title></pre><script>window.ran = 1; alert(1)</script><img src=x onerror="window.ran = 2">',
  `<svg onload=alert(2)> "unclosed 'quotes <!-- \u202egnp.exe\u202c \u2028\u2029 &lt;b&gt; javascript:alert(3)`,
].join('')

let browser: Browser
let server: RunningServer
const bugs = { hostile: 0, plain: 0, huge: 0 }
/** Requests to the server. */
const arrived: string[] = []

async function setUp(): Promise<RunningServer> {
  const tracker = await createTracker({ store: memoryStore(), administrator: { login: 'admin@example.com' } })
  const system = tracker.asSystem('admin@example.com')
  const place = { product: 'Widgets <b>', component: 'UI / "x"', version: '1.0' }
  await system.products.create({ name: place.product, description: hostile, version: '1.0' })
  await system.components.create({
    product: place.product,
    name: place.component,
    description: hostile,
    default_assignee: 'admin@example.com',
  })
  const file = async (more: object) => (await system.bugs.create({ ...place, summary: 'It blinks', ...more })).id
  bugs.plain = await file({ description: 'One\ntwo' })
  bugs.hostile = await file({
    summary: hostile,
    description: `${hostile}\n${hostile}`,
    whiteboard: hostile,
    url: 'javascript:alert(4)',
    depends_on: [bugs.plain],
    see_also: ['https://example.org/show_bug.cgi?id=1'],
  })
  bugs.huge = await file({ summary: 'W'.repeat(255), whiteboard: 'x'.repeat(60_000) })
  return serve({ tracker, port: 0, log: ({ url }) => void arrived.push(url) })
}

beforeAll(async () => {
  if (!hasBrowser) return
  server = await setUp()
  browser = await launchBrowser()
})

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})
afterAll(async () => {
  if (!hasBrowser) return
  await browser.close()
  await server.stop()
})

interface View {
  readonly page: Page
  /** The addresses of everything that was asked for. */
  readonly requests: readonly string[]
  /** Actions and attempts of scripts. */
  readonly alarms: readonly string[]
}

/** Opens a page below `/rest`. */
async function openPage(path: string, options: BrowserContextOptions = {}): Promise<View> {
  const context = await browser.newContext(options)
  closings.push(() => context.close())
  const page = await context.newPage()
  const [requests, alarms]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (message) => alarms.push(message.text()))
  page.on('pageerror', (error) => alarms.push(error.message))
  await page.goto(server.url + path)
  return { page, requests, alarms }
}

interface Colours {
  readonly paper: string
  readonly sheet: string
  readonly inks: readonly string[]
}

// Code for the browser is a string here, because this project has no DOM types.
const coloursOf = (page: Page) =>
  page.evaluate<Colours>(`(() => {
    const of = (selector) => getComputedStyle(document.querySelector(selector))
    const inks = ['h1', 'nav a', 'pre', 'pre > .k', 'pre > .t', 'pre > .v', 'pre a .t'].map((one) => of(one).color)
    return { paper: of('body').backgroundColor, sheet: of('pre').backgroundColor, inks }
  })()`)

/** Contrast ratio of a color and its background by WCAG: 4.5 is readable, 21 is black on white. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((text) => {
      const value = Number(text) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    const [red = 0, green = 0, blue = 0] = channels
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.skipIf(!hasBrowser)('pages in a browser', () => {
  it('show a hostile bug as the text that it is: nothing runs, nothing is asked for', async () => {
    const paths = [`/bug/${bugs.hostile}`, `/bug/${bugs.hostile}/comment`, '/product/1', '/bug', '/user/%3Cscript%3E']
    for (const path of paths) {
      const { page, requests, alarms } = await openPage(path)
      await page.waitForLoadState('networkidle')
      // An error says so in the console of the browser.
      expect(alarms.filter((alarm) => !alarm.startsWith('Failed to load resource'))).toEqual([])
      expect(requests).toEqual([server.url + path])
      const found = await page.evaluate<{ ran: unknown; strangers: number; text: string }>(`({
        ran: window.ran,
        strangers: document.querySelectorAll('script, img, svg, iframe, form, link, object').length,
        text: document.querySelector('pre').textContent,
      })`)
      expect([path, found.ran, found.strangers]).toEqual([path, undefined, 0])
      const plain: unknown = await (await fetch(server.url + path)).json()
      expect(JSON.parse(found.text)).toEqual(plain)
    }
    const { page } = await openPage(`/bug/${bugs.hostile}`)
    const heading = await page.locator('h1').innerText()
    expect(heading).toContain('<script>window.ran = 1; alert(1)</script>')
    expect(heading).toContain('\\u202egnp.exe\\u202c \\u2028\\u2029')
  })

  it('allow nothing to run or load even if something were there', async () => {
    const { page } = await openPage(`/bug/${bugs.plain}`)
    const before = arrived.length
    const ran = await page.evaluate(`(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = 3'
      const frame = document.createElement('iframe')
      frame.src = '/rest/version'
      const image = document.createElement('img')
      image.src = '/rest/time'
      const style = document.createElement('style')
      style.textContent = 'body { display: none }'
      document.body.append(script, frame, image, style)
      const failed = await fetch('/rest/version').then(() => false, () => true)
      return [window.ran ?? null, failed, getComputedStyle(document.body).display]
    })()`)
    expect(ran).toEqual([null, true, 'block'])
    expect(arrived.slice(before)).toEqual([])
  })

  it('have links that lead on, and back', async () => {
    const { page } = await openPage(`/bug/${bugs.hostile}`)
    const follow = async (text: string) => {
      await page.getByRole('link', { name: text, exact: true }).first().click()
      return [new URL(page.url()).pathname, await page.locator('h1').innerText()]
    }
    expect(await follow('Comments')).toEqual([`/rest/bug/${bugs.hostile}/comment`, `Bug ${bugs.hostile}: Comments`])
    await follow('Bug')
    expect(await follow('"Widgets <b>"')).toEqual(['/rest/product/Widgets%20%3Cb%3E', 'product / Widgets <b>'])
    expect(await follow('"UI / \\"x\\""')).toEqual([
      '/rest/component/Widgets%20%3Cb%3E/UI%20%2F%20%22x%22',
      'component / Widgets <b> / UI / "x"',
    ])
    await page.goto(`${server.url}/bug/${bugs.hostile}`)
    expect(await follow(String(bugs.plain))).toEqual([`/rest/bug/${bugs.plain}`, `Bug ${bugs.plain}: It blinks`])
    await page.goto(server.url.replace('/rest', `/show_bug.cgi?id=${bugs.plain}`))
    expect(await page.title()).toBe(`Bug ${bugs.plain}: It blinks`)
  })

  it('are dark or light as the reader likes, and readable both ways', async () => {
    const path = `/bug/${bugs.hostile}`
    const light = await coloursOf((await openPage(path, { colorScheme: 'light' })).page)
    const dark = await coloursOf((await openPage(path, { colorScheme: 'dark' })).page)
    expect(contrast(light.paper, dark.paper)).toBeGreaterThan(10)
    for (const { paper, sheet, inks } of [light, dark]) {
      for (const ink of inks) {
        expect([ink, contrast(ink, sheet) > 4.5, contrast(ink, paper) > 4.5]).toEqual([ink, true, true])
      }
      expect(new Set(inks).size).toBe(5)
    }
  })

  it('fit on a small screen, however long the words are', async () => {
    for (const path of [`/bug/${bugs.huge}`, `/bug/${bugs.hostile}/comment`, '/product']) {
      const { page } = await openPage(path, { viewport: { width: 360, height: 640 } })
      const excess = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([path, excess]).toEqual([path, 0])
    }
  })

  it('break the lines of a text where it does', async () => {
    const { page } = await openPage(`/bug/${bugs.plain}/comment`)
    const text = page.locator('pre q').first()
    expect(await text.textContent()).toBe('"One\\ntwo",')
    const { height = 0 } = (await text.boundingBox()) ?? {}
    const line = await page.evaluate<number>("parseFloat(getComputedStyle(document.querySelector('pre q')).lineHeight)")
    expect(Math.round(height / line)).toBe(2)
  })

  it('need no script', async () => {
    const { page } = await openPage(`/bug/${bugs.plain}`, { javaScriptEnabled: false })
    expect(await page.title()).toBe(`Bug ${bugs.plain}: It blinks`)
    await page.getByRole('link', { name: 'History' }).click()
    expect(await page.locator('h1').innerText()).toBe(`Bug ${bugs.plain}: History`)
  })
})
