// The client in a page of a program, in a real browser: it uses the tracker of that program with the session of whoever looks at it.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { hasBrowser, launchBrowser } from '@trackerkit/test-browser'
import { expect, it } from 'vitest'
import { bundle } from './bundle.js'
import type { report } from './client.js'
import { createApp } from './node.js'
import { openTracker } from './tracker.js'

it.skipIf(!hasBrowser)('the client works in a browser, with the session of the page', async () => {
  const tracker = await openTracker()
  const server = createApp(tracker)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const module = await bundle('client.ts', { platform: 'browser', format: 'iife', globalName: 'client' })
    await page.addScriptTag({ content: module })
    await page.evaluate(() => fetch('/login', { method: 'POST' }))
    const told = await page.evaluate(() => client.report({ url: '/tracker', credentials: 'same-origin' }))
    expect(told).toEqual({
      summary: 'The café blinks',
      creator: 'alice@example.com',
      isNew: true,
      text: 'Ünïcode',
      refused: 'illegal_bug_status_transition',
    })
  } finally {
    await browser.close()
    server.close()
    server.closeAllConnections()
    await tracker.close()
  }
})

/** The global of the page. */
declare const client: { readonly report: typeof report }
