// A Chromium without a window, and the pages of a small tracker behind a port.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve, type RunningServer } from '@trackerkit/http-node'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { createHandler } from '../src/server/handler.js'
import type { WebOptions } from '../src/server/options.js'
import { builtAssets, createWorld, password, type World } from './harness.js'

const named = process.env['CHROMIUM']
const names = named === undefined ? ['chromium', 'chromium-browser', 'google-chrome'] : [named]
const program = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(Boolean)

/** Whether there is a browser to try the pages in. */
export const hasBrowser = program !== undefined
if (!hasBrowser) console.log('The pages are not tried in a browser: there is no Chromium here.')

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Stage {
  readonly world: World
  /** Where the pages are, without a slash at the end. */
  readonly url: string
  /** A page of its own, as somebody or nobody; what goes wrong in it is gathered in `faults`. */
  readonly open: (path: string, who?: string, options?: BrowserContextOptions) => Promise<Page>
  /** Errors of scripts, breaches of the policy, dialogs: there must be none. */
  readonly faults: string[]
  /** Closes what `open` has opened. */
  readonly clear: () => Promise<void>
  readonly end: () => Promise<void>
}

/** Starts server and browser. */
export async function setStage(options: Partial<WebOptions> = {}): Promise<Stage> {
  const world = await createWorld()
  const assets = await builtAssets()
  const server: RunningServer = await serve({
    tracker: world.tracker,
    port: 0,
    log: () => undefined,
    pages: (rest) => createHandler({ rest, ...options }, assets),
  })
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-browser-'))
  const browser: Browser = await chromium.launch({
    ...(program !== undefined && { executablePath: program }),
    args: [...quiet, `--disk-cache-dir=${folder}`],
  })
  const origin = new URL(server.url).origin
  const url = origin + (options.prefix ?? '')
  const faults: string[] = []
  const open: Stage['open'] = async (path, who, more = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...more,
    })
    context.setDefaultTimeout(10_000)
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => faults.push(`${path}: ${message}`))
    page.on('dialog', (dialog) => {
      faults.push(`${path}: a dialog said ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      // That a page is missing is said by the browser, too.
      if (message.type() === 'error' && !message.text().includes('status of 4'))
        faults.push(`${path}: ${message.text()}`)
    })
    if (who !== undefined) {
      const headers = { 'X-TrackerKit-Web': '1' }
      await context.request.post(`${url}/-/login`, { headers, data: { login: who, password } })
    }
    await page.goto(url + path)
    if (more.javaScriptEnabled !== false) await page.waitForSelector('html[data-live]')
    return page
  }
  const clear = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  const end = async () => {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { world, url, open, faults, clear, end }
}
