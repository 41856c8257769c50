// The Chromium of the system, without a window, driven by playwright-core.
import { spawnSync } from 'node:child_process'
import { chromium, type Browser } from 'playwright-core'

export type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

const named = process.env['CHROMIUM']
// The first takes a fifth of the processor time to open a page.
const names =
  named === undefined ? ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'] : [named]
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

export async function launchBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error('There is no Chromium here.')
  return chromium.launch({ executablePath: program, args: flags })
}
