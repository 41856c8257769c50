// Pages of bugs with very much on them: how much of it they show, and where the rest is.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { get, pagesOf, people } from './harness.js'

let tracker: Tracker
let pages: WebHandler

const place = { product: 'Widgets', component: 'UI', version: '1.0' }

beforeAll(async () => {
  tracker = await createTracker({ store: memoryStore(), administrator: { login: people.admin } })
  const system = tracker.asSystem(people.admin)
  await system.products.create({ name: 'Widgets', description: 'Widgets', version: '1.0' })
  const described = { description: 'Surfaces', default_assignee: people.admin }
  await system.components.create({ product: 'Widgets', name: 'UI', ...described })
  pages = await pagesOf(tracker)
})
afterAll(() => tracker.close())

const admin = () => tracker.asSystem(people.admin)

/** Bugs of which each waits for all before it. */
async function chainOf(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) {
    const { id } = await admin().bugs.create({ ...place, summary: `Step ${index}`, depends_on: ids })
    ids.push(id)
  }
  return ids
}

const textOf = async (path: string) => {
  const response = await get(pages, path)
  return { status: response.status, text: await response.text() }
}

describe('the page of dependencies', () => {
  const tooLarge = '<p role="status" class="remark">This graph is too large to draw</p>'

  it('draws a graph of 60 bugs, and lists one of 61 alone', async () => {
    const { id: small } = await admin().bugs.create({ ...place, summary: 'Small', depends_on: await single(59) })
    const { id: large } = await admin().bugs.create({ ...place, summary: 'Large', depends_on: await single(60) })
    const drawn = await textOf(`/bug/${small}/graph`)
    expect([drawn.text.includes('<svg width="'), drawn.text.includes(tooLarge)]).toEqual([true, false])
    const listed = await textOf(`/bug/${large}/graph`)
    expect([listed.text.includes('<figure'), listed.text.includes(tooLarge)]).toEqual([false, true])
    expect(listed.text.match(/<bdi>Alone/g)).toHaveLength(60)
  })

  it('draws a graph of 150 edges, and lists one of 151 alone', async () => {
    // 17 bugs of which each waits for all before it have 136 edges.
    const last = async (count: number) => {
      const depends_on = (await chainOf(17)).slice(-count)
      return { ...(await admin().bugs.create({ ...place, summary: 'Last', depends_on })), depends_on }
    }
    const [drawn, listed] = [await last(14), await last(15)]
    expect((await textOf(`/bug/${drawn.id}/graph`)).text).toContain('<figure class="graph"')
    const { status, text } = await textOf(`/bug/${listed.id}/graph`)
    expect([status, text.includes('<figure'), text.includes(tooLarge)]).toEqual([200, false, true])
    for (const id of listed.depends_on) expect(text).toContain(`<a href="/bug/${id}">${id} <bdi>Step`)
  })
})

describe('the page of a patch', () => {
  const pageOf = async (data: string) => {
    const { id } = await admin().bugs.create({ ...place, summary: 'Patched' })
    const file = { file_name: 'a.patch', summary: 'A patch', content_type: 'text/plain', is_patch: true }
    const { ids } = await admin().attachments.create({ ids: [id], ...file, data: Buffer.from(data) })
    return { id: ids[0] ?? 0, ...(await textOf(`/attachment/${ids[0]}`)) }
  }
  const fileOf = (name: string, lines: number, line = 'x') =>
    `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${lines} @@\n${`+${line}\n`.repeat(lines)}`

  it('shows 3,000 lines and 100 files', async () => {
    expect((await pageOf(fileOf('a', 2997))).text.match(/<tr class="is-added"/g)).toHaveLength(2997)
    const files = Array.from({ length: 100 }, (_, index) => fileOf(`f${index}`, 1)).join('')
    expect((await pageOf(files)).text.match(/<table class="patch"/g)).toHaveLength(100)
  })

  it.each([
    ['3,001 lines', fileOf('a', 2998)],
    ['101 files', Array.from({ length: 101 }, (_, index) => fileOf(`f${index}`, 1)).join('')],
    ['more than 300 kB', fileOf('a', 400, 'x'.repeat(800))],
  ])('leads to a patch of %s instead of showing it', async (_, data) => {
    const { id, status, text } = await pageOf(data)
    expect([status, text.includes('<table class="patch"')]).toEqual([200, false])
    expect(text).toContain(`Too large to show. <a href="/-/attachment/${id}" download>Download the file</a>`)
  })
})

describe('texts on the page of a bug', () => {
  const links = (text: string) => text.match(/<a href="\/bug\/1">bug 1<\/a>/g) ?? []

  it('have 200 links each and 2,000 on a page, and the rest stays text', async () => {
    const { id } = await admin().bugs.create({ ...place, summary: 'Links', description: 'bug 1 '.repeat(201) })
    const { text } = await textOf(`/bug/${id}`)
    expect([links(text).length, text.includes('bug 1</a> bug 1</span>')]).toEqual([200, true])
    for (let count = 0; count < 11; count++) await admin().comments.create({ id, comment: 'bug 1 '.repeat(190) })
    const many = await textOf(`/bug/${id}`)
    expect(links(many.text)).toHaveLength(2000)
    const last = many.text.slice(many.text.indexOf('id="c11"'), many.text.indexOf('id="c11"') + 5000)
    expect([links(last).length, last.includes('bug 1 bug 1')]).toEqual([0, true])
  })

  it('have 4,000 quotes on a page', async () => {
    const { id } = await admin().bugs.create({ ...place, summary: 'Quotes', description: '> a\nb\n'.repeat(5000) })
    await admin().comments.create({ id, comment: '> c' })
    const { text } = await textOf(`/bug/${id}`)
    expect(text.match(/<span class="quote">/g)?.length).toBeLessThanOrEqual(4000)
  })
})

async function single(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await admin().bugs.create({ ...place, summary: 'Alone' })).id)
  return ids
}
