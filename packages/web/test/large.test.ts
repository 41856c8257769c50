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

async function single(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await admin().bugs.create({ ...place, summary: 'Alone' })).id)
  return ids
}
