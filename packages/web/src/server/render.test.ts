import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { createRestHandler } from '@trackerkit/rest'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openAddress, titleOf } from '../router/open.js'
import type { Shown } from '../page/page.js'
import { Shell } from '../parts/shell.js'
import { AppProvider, createApp, type Measure } from '../state/app.js'
import { loadWho } from '../page/who.js'
import { mainTexts } from '../texts/index.js'
import { createOperations } from './operations.js'
import { siteOf } from './options.js'
import { createPageBudget } from './page-budget.js'
import { renderInParts } from './render.js'

const login = 'admin@example.com'

/** An app that shows a page of a bug with comments and changes, created by each call: the links of one are counted. */
async function openBug(identity: { readonly login: string } | null, page = '') {
  const tracker = await createTracker({ store: memoryStore(), administrator: { login } })
  onTestFinished(() => tracker.close())
  const system = tracker.asSystem(login)
  await system.products.create({ name: 'Widgets', description: 'Widgets', version: '1.0' })
  await system.components.create({ product: 'Widgets', name: 'UI', description: 'UI', default_assignee: login })
  const { id } = await system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Talk' })
  for (let number = 1; number <= 12; number++)
    await system.comments.create({ id, comment: `> comment ${number}\n${'bug 1 '.repeat(190)}` })
  const { id: commentId } = (await system.bugs.view({ id })).comments[3] ?? { id: 0 }
  await system.comments.updateTags({ comment_id: commentId, add: ['helpful'] })
  await system.bugs.update({ ids: [id], priority: 'High', comment: { body: 'More', is_private: true } })
  await system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'Next', depends_on: [id] })
  const path = `/bug/${id}${page}`
  const url = new URL(`http://localhost${path}`)
  const site = siteOf({ rest: createRestHandler(tracker) })
  const operations = createOperations(site, { identity, origin: url, context: {} }, new Map())
  const who = identity && (await loadWho(operations))
  const shown = (await openAddress(operations, { url, path, who, isOwnLogin: true, isSetUp: true })) as Shown
  const { prefix, title, links } = site
  const settings = { prefix, title, links, logo: null, commitUrl: null, demo: null, setUp: null, isActing: false }
  return (measure?: Measure) =>
    createApp({
      ...{ site: { ...settings, login: { by: 'pages' } as const }, texts: mainTexts, who, operations, shown },
      ...{ now: Date.now(), titleOf, measure },
    })
}

describe('renderInParts', () => {
  it.each([
    [null, 13],
    [{ login }, 14],
  ])('writes for %j the same as one rendering', async (identity, comments) => {
    const app = await openBug(identity)
    const rendered: string[] = []
    const measure: Measure = (_, work) => {
      const result = work()
      rendered.push(String(result))
      return result
    }
    const inParts = await renderInParts(app(measure), createPageBudget())
    expect(inParts).toBe(renderToString(h(AppProvider, { value: app(), children: h(Shell, null) })))
    expect(inParts.match(/<article/g)).toHaveLength(comments)
    // The page without its comments, and each comment separately.
    expect(rendered.map((part) => part.match(/<article/g)?.length ?? 0)).toEqual([0, ...rendered.slice(1).map(() => 1)])
    expect(rendered).toHaveLength(comments + 1)
  })

  it('measures the layout of a graph', async () => {
    const stages = new Set<string>()
    const app = await openBug({ login }, '/graph')
    const measure: Measure = (stage, work) => {
      stages.add(stage)
      return work()
    }
    expect(await renderInParts(app(measure), createPageBudget())).toContain('<svg')
    expect([...stages]).toEqual(['render', 'layout'])
  })
})
