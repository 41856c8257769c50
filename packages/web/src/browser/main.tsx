// Hydrates the page rendered by the server, and handles navigation from then on.
import { connect } from '@trackerkit/client'
import { hydrate } from 'preact'
import { titleOf } from '../router/open.js'
import { Shell } from '../parts/shell.js'
import { AppProvider, createApp } from '../state/app.js'
import type { DataBlock } from '../state/first-data.js'
import { mainTexts } from '../texts/index.js'
import { createFetch } from './fetch.js'
import { listenForKeys } from './keys.js'
import { listenForLinks } from './links.js'
import { createMetadataMemory } from './metadata.js'
import { createRouter, type Live } from './navigate.js'
import { openHere } from './open-here.js'
import { storedTrail } from './list-context.js'
import { createTurns } from './turns.js'

/** A day in milliseconds. */
const longestWait = 24 * 60 * 60 * 1000

/** Lets the browser paint and handle input. Without `scheduler.yield`, the rest waits behind other tasks. */
const pause = async () =>
  (globalThis as Partial<Pick<typeof globalThis, 'scheduler'>>).scheduler?.yield?.() ??
  new Promise<void>((resolve) => setTimeout(resolve))

async function takeOver(root: HTMLElement, { first, answers }: DataBlock): Promise<void> {
  const { site, who, now } = first
  await pause()
  const late: Live = {}
  const memory = createMetadataMemory()
  const request = createFetch(site.prefix, answers, {
    appNow: () => late.app,
    written: (path, method) => {
      memory.written(path)
      late.kept?.written(path, method)
    },
  })
  // The requests of pages have their own timeouts: they may wait for a new login.
  const retry = { attempts: 1, timeout: longestWait }
  const client = connect({ url: `${site.prefix}/-/`, fetch: request.send, retry })
  const operations = memory.remembering(client)
  // The server does not receive the fragment, so its data is for the page without it.
  const opened = await openHere(operations, site, who, new URL(location.pathname + location.search, location.origin))
  if (opened.kind === 'moved') {
    location.replace(site.prefix + opened.to)
    return
  }
  const moves = createRouter(operations, late)
  const turns = createTurns(pause)
  const app = createApp({ site, texts: mainTexts, who, operations, shown: opened, now, titleOf, moves, turns })
  late.app = app
  await pause()
  hydrate(
    <AppProvider value={app}>
      <Shell />
    </AppProvider>,
    root,
  )
  request.firstViewIsDone()
  app.trail.value = storedTrail()
  app.isLive.value = true
  app.now.value = Date.now()
  document.documentElement.dataset['live'] = 'true'
  listenForLinks(app)
  listenForKeys(app)
  turns.begin()
  // After the first view is painted. If this fails, pages are neither kept nor updated, and logouts in other tabs are not noticed.
  setTimeout(() => {
    import('./after-first-view.js')
      .then(
        ({ afterFirstView }) => afterFirstView(app, late),
        () => undefined,
      )
      .finally(() => turns.add(() => (app.hasZone.value = true)))
  })
}

const [root, data] = [document.getElementById('app'), document.getElementById('data')]
if (root && data) {
  takeOver(root, JSON.parse(data.textContent) as DataBlock).catch((error: unknown) => {
    // The page that the server has made stays, and can be read.
    console.error(error)
  })
}
