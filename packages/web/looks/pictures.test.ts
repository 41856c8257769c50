// Twelve pages as pictures, in docs/pages: `npm run test:looks -- --update` updates them. Review the differences.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { serve, type RunningServer } from '@trackerkit/http-node'
import {
  hasBrowser,
  launchBrowser,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@trackerkit/test-browser'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHandler } from '../src/server/handler.js'
import { builtAssets } from '../test/harness.js'
import { createShown, now, type Picture, type Shown } from './pictures.js'

const folder = fileURLToPath(new URL('../../../docs/pages/', import.meta.url))
const isUpdate = process.env['TRACKERKIT_TEST_LOOKS'] === 'update'

/** Percentage of pixels that may differ: fonts are rendered slightly differently on each machine. */
const mayDiffer = 0.5

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 800 } },
}

let shown: Shown
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  if (!hasBrowser) return
  fixTime()
  shown = await createShown()
  const assets = await builtAssets()
  const pages = (rest: Parameters<typeof createHandler>[0]['rest']) =>
    createHandler({ rest, title: 'Harbor bugs', theme: { font: "'DejaVu Sans', sans-serif" } }, assets)
  server = await serve({ tracker: shown.tracker, port: 0, log: () => undefined, pages })
  browser = await launchBrowser()
  mkdirSync(folder, { recursive: true })
}, 120_000)
afterAll(async () => {
  if (!hasBrowser) return
  await browser.close()
  await server.stop()
  vi.useRealTimers()
})

/** Fixes only the time; timers run. */
function fixTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now })
}

async function open(look: BrowserContextOptions, { path, as }: Picture): Promise<Page> {
  const origin = new URL(server.url).origin
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', locale: 'en-GB', ...look })
  const page = await context.newPage()
  // Playwright compares the time of this process with that of the browser: with the fixed one, no timers would run there.
  vi.useRealTimers()
  await page.clock.setFixedTime(now)
  fixTime()
  if (as !== undefined) {
    const headers = { 'X-TrackerKit-Web': '1' }
    await context.request.post(`${origin}/-/login`, { headers, data: { login: as, password: shown.password } })
  }
  // The header has the number of unread lines.
  const counted = as === undefined ? undefined : page.waitForResponse(/\/-\/rest\/inbox\?limit=0$/)
  await page.goto(origin + path)
  await page.waitForSelector('html[data-live]')
  await counted
  await page.waitForLoadState('networkidle')
  return page
}

/** How many of a hundred pixels differ, counted by the browser. 100: not even the size is the same. */
async function differenceOf(page: Page, one: Buffer, other: Buffer): Promise<number> {
  await page.goto('about:blank')
  return page.evaluate(
    async (sources) => {
      const [first, second] = await Promise.all(
        sources.map(async (source) => {
          const bitmap = await createImageBitmap(await (await fetch(source)).blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return context?.getImageData(0, 0, bitmap.width, bitmap.height)
        }),
      )
      if (!first || !second || first.width !== second.width || first.height !== second.height) return 100
      let different = 0
      for (let at = 0; at < first.data.length; at += 4) {
        const apart = [0, 1, 2].map((channel) =>
          Math.abs((first.data[at + channel] ?? 0) - (second.data[at + channel] ?? 0)),
        )
        if (Math.max(...apart) > 16) different++
      }
      return (different * 400) / first.data.length
    },
    [one, other].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
  )
}

describe.skipIf(!hasBrowser)('the pictures of pages', () => {
  it.each(Object.entries(looks))('look as they are kept, %s', async (name, look) => {
    expect(shown.pictures).toHaveLength(12)
    const different: string[] = []
    for (const picture of shown.pictures) {
      const page = await open(look, picture)
      const file = `${folder}${picture.name}-${name}.png`
      const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' })
      if (isUpdate || !existsSync(file)) writeFileSync(file, taken)
      else {
        const difference = await differenceOf(page, taken, readFileSync(file))
        if (difference > mayDiffer) different.push(`${picture.name}: ${difference.toFixed(1)} %`)
      }
      await page.context().close()
    }
    expect(different).toEqual([])
  })
})
