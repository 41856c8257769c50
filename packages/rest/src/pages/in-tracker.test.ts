import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { expect, it } from 'vitest'
import { createRestHandler } from '../index.js'

const base = 'http://127.0.0.1/tracker'

/** Where the answer to a request leads beside the API. */
async function linkOf(path: string, hasPages = true): Promise<string | undefined> {
  const tracker = await createTracker({ store: memoryStore() })
  const rest = createRestHandler(tracker, { hasPages })
  const response = await rest(new Request(`${base}/rest${path}`, { headers: { accept: 'text/html' } }))
  const [, href] = /<a href="([^"]*)">Open in the tracker</.exec(await response.text()) ?? []
  await tracker.close()
  return href === undefined
    ? undefined
    : new URL(href.replaceAll('&amp;', '&'), response.url || base + '/rest' + path).href
}

it('a page of the API leads to the page for people that shows the same, below the same prefix', async () => {
  const leads: Readonly<Record<string, string>> = {
    '/bug/12': '/bug/12',
    '/bug/12/comment': '/bug/12',
    '/bug?product=A%26B&limit=5': '/bugs?product=A%26B&limit=5',
    '/bug?product=A&api_key=AdministratorsKey1': '/bugs?product=A',
    '/bug?summary=why?&product=A': '/bugs?summary=why%3F&product=A',
    '/bug/attachment/4': '/attachment/4',
    '/bug/possible_duplicates?summary=x': '/',
    '/version': '/',
    '/nothing/at/all': '/',
  }
  for (const [from, to] of Object.entries(leads)) expect([from, await linkOf(from)]).toEqual([from, base + to])
})

it('a page of the API leads to no pages for people where there are none', async () => {
  expect(await linkOf('/bug/12', false)).toBe(undefined)
})
