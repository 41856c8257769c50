// Takes over the page that the server has made, and moves by itself from then on.
import { connect } from '@trackerkit/client'
import { hydrate } from 'preact'
import { titleOf } from '../pages/open.js'
import { Shell } from '../parts/shell.js'
import { AppProvider, createApp, type App } from '../state/app.js'
import type { DataBlock } from '../state/first-data.js'
import { english } from '../texts/index.js'
import { createFetch } from './fetch.js'
import { listenForLinks } from './links.js'
import { rememberingMetadata } from './metadata.js'
import { createMoves, openHere } from './moves.js'
import { listenForOtherTabs } from './other-tabs.js'

async function takeOver(root: HTMLElement, { first, answers }: DataBlock): Promise<void> {
  const { site, who, now } = first
  const late: { app?: App } = {}
  const request = createFetch(site.prefix, answers, () => late.app)
  const operations = rememberingMetadata(connect({ url: `${site.prefix}/-/`, fetch: request.send, retry: false }))
  const opened = await openHere(operations, site, who, new URL(location.href))
  if (opened.kind === 'moved') {
    location.replace(site.prefix + opened.to)
    return
  }
  const moves = createMoves(operations, () => late.app)
  const app = createApp({ site, texts: english, who, operations, shown: opened, now, titleOf, moves })
  late.app = app
  hydrate(
    <AppProvider value={app}>
      <Shell />
    </AppProvider>,
    root,
  )
  request.firstViewIsDone()
  app.isLive.value = true
  app.now.value = Date.now()
  document.documentElement.dataset['live'] = 'true'
  setInterval(() => (app.now.value = Date.now()), 60_000)
  listenForLinks(app)
  listenForOtherTabs(app)
}

const [root, data] = [document.getElementById('app'), document.getElementById('data')]
if (root && data) {
  takeOver(root, JSON.parse(data.textContent) as DataBlock).catch((error: unknown) => {
    // The page that the server has made stays, and can be read.
    console.error(error)
  })
}
