// The Chromium of the system, without a window, driven by playwright-core.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

export type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const named = process.env['CHROMIUM']
const names = named === undefined ? ['chromium', 'chromium-browser', 'google-chrome'] : [named]
const program = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()).find(Boolean)

/** True if there is a browser: with the name or path in `CHROMIUM`, otherwise on the path. */
export const hasBrowser = program !== undefined
if (!hasBrowser) console.log('Nothing is tried in a browser: there is no Chromium here.')

/** No requests but those of the tests. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts it. `close` also removes what it has kept. */
export async function launchBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error('There is no Chromium here.')
  const cache = mkdtempSync(join(tmpdir(), 'trackerkit-browser-'))
  const browser = await chromium.launch({ executablePath: program, args: [...flags, `--disk-cache-dir=${cache}`] })
  // Processes of the browser may still write when it has disconnected. A cache that remains does no harm.
  browser.once('disconnected', () => {
    rm(cache, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch(() => undefined)
  })
  return browser
}
