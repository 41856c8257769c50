// Every page of a tracker in which there is much: none keeps the event loop for more than 200 ms of CPU.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beginStages, finishStages, stage } from '@trackerkit/core/host'
import { createRestHandler } from '@trackerkit/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchTurns } from '../../core/test/turns.js'
import { heavy } from '../../rest/test/blocks/heavy-records.js'
import { openLargeTracker } from '../../rest/test/blocks/large-tracker.js'
import { pages as entries } from '../src/router/index.js'
import { match } from '../src/page/page.js'
import { createHandler } from '../src/server/handler.js'
import type { WebHandler } from '../src/server/web-handler.js'

/** Addresses of pages that keep the event loop for longer. Empty when all is well. */
const knownFailures: readonly string[] = []

const addresses: readonly string[] = [
  '/',
  '/bugs?status=__all__&limit=1000',
  `/bugs?quicksearch=${','.repeat(4000)}`,
  '/search?status=__open__&f1=OP&j1=OR&f2=keywords&o2=anyexact&v2=a&f3=CP',
  `/search?${Array.from({ length: 3000 }, (_, index) => `f${index}=OP`).join('&')}&f3001=priority&o3001=isempty`,
  `/search?${Array.from({ length: 2000 }, (_, index) => `f${index}=a&o${index}=b`).join('&')}`,
  `/search?${Array.from({ length: 200 }, (_, index) => `f${index}=priority&o${index}=isempty`).join('&')}`,
  '/board?status=__all__&columns=assigned_to',
  '/charts?product=Product%201',
  '/charts?status=__all__&x=assigned_to&y=component',
  `/charts?x=component&y=version&product=${heavy.product}`,
  ...[heavy.comments, heavy.links, heavy.quotes, heavy.parts, heavy.history, heavy.files].map((id) => `/bug/${id}`),
  ...[heavy.comments, heavy.links, heavy.quotes].map((id) => `/bug/${id}?comments=all`),
  `/bug/${heavy.parts}?lists=all`,
  ...[heavy.history, heavy.graph].map((id) => `/bug/${id}/history`),
  `/bug/${heavy.graph}/graph`,
  `/bug/${heavy.graph + 59}/graph`,
  `/bug/${heavy.dense}/graph`,
  `/bug/${heavy.dense + 199}/graph`,
  `/bug/${heavy.graph + 59}`,
  ...[heavy.patch, heavy.patchOfFiles, heavy.log].map((id) => `/attachment/${id}`),
  `/new?product=${heavy.product}`,
  '/dashboard',
  '/inbox',
  '/requests',
  '/products',
  `/products/${heavy.product}`,
  `/products/${heavy.product}/milestones/Milestone%200`,
  '/show_bug.cgi?id=1',
  `/attachment.cgi?id=${heavy.log}`,
  '/buglist.cgi?quicksearch=word',
  '/enter_bug.cgi',
  '/me',
  '/me/notifications',
  '/me/searches',
  '/me/api-keys',
  '/help/keys',
  '/help/search',
  '/help/keywords',
  '/help/markdown',
  '/admin',
  '/admin/workflow',
  '/admin/parameters',
  '/admin/mail',
  '/admin/inbound',
  '/held',
  '/admin/audit',
  '/admin/new/products',
  '/admin/products',
  '/admin/people',
  `/admin/products/${heavy.product}`,
  `/admin/products/${heavy.product}/components/Component%200`,
]

describe('the event loop', () => {
  let large: Awaited<ReturnType<typeof openLargeTracker>>
  let pages: WebHandler
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-manifest-'))
  beforeAll(async () => {
    large = await openLargeTracker()
    // Pages name the files that browsers load; nothing loads them here.
    const manifest = {
      script: 'main.js',
      style: 'main.css',
      more: 'more.css',
      icon: 'icon.svg',
      shared: [],
      pages: {},
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const identify = () => ({ login: 'admin@example.com' })
    pages = createHandler({ rest: createRestHandler(large.tracker), identify }, pathToFileURL(`${folder}/`))
  }, 300_000)
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await large.close()
  })

  async function open(address: string): Promise<void> {
    const observation = beginStages({ operation: `page:${address}` })
    const measure = <T>(name: 'render' | 'layout', work: () => T) => stage(observation, name, work)
    const response = await pages(new Request(`http://localhost${address}`), { measure })
    finishStages(observation)
    if (response.status >= 500) throw new Error(`${address}: ${response.status}`)
    await response.text()
  }

  it('is kept by no page', async () => {
    const turns = watchTurns()
    const long: string[] = []
    for (const address of addresses.filter((one) => !knownFailures.includes(one))) {
      await open(address)
      // The first time may be that of loading and compiling.
      if ((await turns.take()).length === 0) continue
      await open(address)
      for (const { milliseconds } of await turns.take()) long.push(`${address}: ${Math.round(milliseconds)} ms`)
    }
    turns.end()
    expect(long).toEqual([])
  })

  it('is asked of each kind of page', () => {
    const asked = new Set(
      addresses.map((address) => {
        const [path = ''] = address.split('?')
        return entries.find(({ pattern }) => match(pattern, path))?.pattern
      }),
    )
    const others = entries.filter((entry) => !entry.isForOwnLogin && !entry.isForSetUp && !asked.has(entry.pattern))
    expect(others.map(({ pattern }) => pattern)).toEqual([])
  })
})
