// Pages of bugs with very much on them: how much of it they show, and where the rest is.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { get, logIn, pagesOf, password, people } from './harness.js'

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

  it('draws a graph of 60 bugs, and only lists one of 61', async () => {
    const { id: small } = await admin().bugs.create({ ...place, summary: 'Small', depends_on: await single(59) })
    const { id: large } = await admin().bugs.create({ ...place, summary: 'Large', depends_on: await single(60) })
    const drawn = await textOf(`/bug/${small}/graph`)
    expect([drawn.text.includes('<svg width="'), drawn.text.includes(tooLarge)]).toEqual([true, false])
    const listed = await textOf(`/bug/${large}/graph`)
    expect([listed.text.includes('<figure'), listed.text.includes(tooLarge)]).toEqual([false, true])
    expect(listed.text.match(/<bdi>Alone/g)).toHaveLength(60)
  })

  it('draws a graph of 150 edges, and only lists one of 151', async () => {
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
  const links = (text: string) => text.match(/<a href="\/bug\/1"[^>]*>bug 1<\/a>/g) ?? []

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
    expect(text.match(/<span class="quote"/g)?.length).toBeLessThanOrEqual(4000)
  })
})

describe('lists on the page of a bug', () => {
  it('show the first 50, and the number of the others', async () => {
    const depends_on = await single(51)
    for (const id of depends_on) await admin().keywords.create({ name: `word-${id}`, description: 'A word' })
    const keywords = depends_on.map((id) => `word-${id}`)
    const { id } = await admin().bugs.create({ ...place, summary: 'Much', depends_on, keywords })
    const see_also = { add: depends_on.map((number) => `https://bugs.debian.org/${number}`) }
    await admin().bugs.update({ ids: [id], see_also })
    const file = { file_name: 'a.txt', content_type: 'text/plain', data: Buffer.from('a') }
    for (let number = 1; number <= 52; number++)
      await admin().attachments.create({ ids: [id], ...file, summary: `File ${number}` })
    const { text } = await textOf(`/bug/${id}`)
    const [body = ''] = text.split('<script type="application/json"')
    const link = '<a href="?lists=all">Show all</a>'
    const more = (count: number) => `<details class="others"><summary>${count} more</summary>${link}</details>`
    expect(body.split(more(1))).toHaveLength(4)
    expect(body).toContain('52 files')
    expect(body.match(/<bdi class="quiet-text">Alone/g)).toHaveLength(50)
    expect(body.match(/class="address"/g)).toHaveLength(50)
    expect(body.match(/>word-\d/g)).toHaveLength(50)
    expect((await textOf(`/bug/${depends_on[0]}`)).text).not.toContain('<details')
    const [all = ''] = (await textOf(`/bug/${id}?lists=all`)).text.split('<script type="application/json"')
    expect(all).not.toContain(link)
    expect(all.match(/<bdi class="quiet-text">Alone/g)).toHaveLength(51)
    expect(all.match(/class="address"/g)).toHaveLength(51)
    expect(all.match(/>word-\d/g)).toHaveLength(51)
  })
})

describe('comments on the page of a bug', () => {
  const numbersOf = (text: string) => [...text.matchAll(/<article id="c(\d+)"/g)].map(([, number]) => Number(number))
  const oneTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const bugOf = async (comments: number) => {
    const { id } = await admin().bugs.create({ ...place, summary: 'Talk', description: 'Zero' })
    for (let number = 1; number <= comments; number++) await admin().comments.create({ id, comment: `Word ${number}` })
    return id
  }

  it('are 50, then 200 more, and then 200 from one number to another', async () => {
    const id = await bugOf(460)
    const link = (query: string, text: string) => `<a class="earlier" href="/bug/${id}${query}">${text}</a>`
    const first = (await textOf(`/bug/${id}`)).text
    expect(numbersOf(first)).toEqual([0, ...oneTo(411, 460)])
    expect(first).toContain(link('?comments=all', 'Show 200 earlier comments'))
    const all = (await textOf(`/bug/${id}?comments=all`)).text
    expect(numbersOf(all)).toEqual([0, ...oneTo(211, 460)])
    expect(all).toContain(link('?comments=11-210', 'Show 200 earlier comments'))
    const some = (await textOf(`/bug/${id}?comments=11-210`)).text
    expect(numbersOf(some)).toEqual([0, ...oneTo(11, 210)])
    expect(some).toContain(link('?comments=1-10', 'Show 10 earlier comments'))
    expect(some).toContain(link('', 'Show the latest comments'))
    const last = (await textOf(`/bug/${id}?comments=1-10`)).text
    expect([numbersOf(last), last.includes('earlier comments')]).toEqual([oneTo(0, 10), false])
    expect(numbersOf((await textOf(`/bug/${id}?comments=1-999`)).text)).toEqual(oneTo(0, 200))
    for (const wrong of ['10-1', 'x-2', '5', '-', '99999999999-99999999999'])
      expect(numbersOf((await textOf(`/bug/${id}?comments=${wrong}`)).text)).toEqual([0, ...oneTo(411, 460)])
  })

  it('are shown whole up to 800,000 characters, then by their beginnings', async () => {
    const id = await bugOf(0)
    const lengthOf = (text: string, number: number) =>
      text.slice(text.indexOf(`id="c${number}"`)).match(/<span class="said">(x*)<\/span>/)?.[1]?.length
    for (let number = 1; number <= 52; number++)
      await admin().comments.create({ id, comment: 'x'.repeat(number === 52 ? 900 : 20_000) })
    const { text } = await textOf(`/bug/${id}?comments=all`)
    expect([1, 39, 40, 51, 52].map((number) => lengthOf(text, number))).toEqual([20_000, 20_000, 1000, 1000, 900])
    expect(text.length).toBeLessThan(2_000_000)
    const whole = (number: number) =>
      `<a class="whole-comment" href="/bug/${id}?comments=${number}-${number}">Show the whole comment</a>`
    expect([39, 51, 52].map((number) => text.includes(whole(number)))).toEqual([false, true, false])
    const alone = (await textOf(`/bug/${id}?comments=51-51`)).text
    expect([numbersOf(alone), lengthOf(alone, 51)]).toEqual([[0, 51], 20_000])
  })

  it('are shown by 200 lines and 20,000 characters each, unless there is only one', async () => {
    const id = await bugOf(0)
    await admin().comments.create({ id, comment: 'yy\n'.repeat(201) })
    await admin().comments.create({ id, comment: 'z'.repeat(20_001) })
    const { text } = await textOf(`/bug/${id}`)
    expect([text.match(/^(.*>)?yy/gm)?.length, text.includes(`>${'z'.repeat(20_000)}<`)]).toEqual([200, true])
    expect((await textOf(`/bug/${id}?comments=2-2`)).text).toContain(`${'z'.repeat(20_001)}<`)
  })

  it('are shown among 500 changes at most, with values of at most 300 characters', async () => {
    const id = await bugOf(0)
    // Changes of one second are one entry.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let number = 1; number <= 502; number++) {
      vi.setSystemTime(Date.now() + 1000)
      await admin().bugs.update({ ids: [id], url: `${number} ${'w'.repeat(400)}` })
    }
    const { text } = await textOf(`/bug/${id}`)
    expect(text.match(/class="field-name"/g)).toHaveLength(500)
    expect(text).toContain(`<a class="earlier" href="/bug/${id}/history" rel="nofollow">2 earlier changes</a>`)
    const rows = async (query: string) => (await textOf(`/bug/${id}/history${query}`)).text.match(/<th scope="row"/g)
    expect([(await rows(''))?.length, (await rows('?offset=500'))?.length]).toEqual([500, 2])
    expect(text.includes(`>502 ${'w'.repeat(296)}…</bdi>`)).toBe(true)
  })
})

describe('pages of a tracker with many products', () => {
  const lengthsOf = async (products: number) => {
    const many = await createTracker({ store: memoryStore(), administrator: { login: people.admin, password } })
    onTestFinished(async () => many.close())
    const system = many.asSystem(people.admin)
    for (let number = 1; number <= products; number++) {
      const product = `Product ${number}`
      await system.products.create({ name: product, description: 'One of many', version: '1.0' })
      for (let part = 1; part <= 20; part++) {
        const described = { description: 'A part of it', default_assignee: people.admin }
        await system.components.create({ product, name: `Part ${part}`, ...described })
      }
    }
    const me = many.as({ login: people.admin })
    const { id } = await me.bugs.create({ product: 'Product 1', component: 'Part 1', version: '1.0', summary: 'Hums' })
    await me.comments.create({ id, comment: 'Often' })
    const handler = await pagesOf(many)
    const cookie = await logIn(handler, people.admin)
    const lengthOf = async (path: string) => (await (await get(handler, path, cookie)).text()).length
    return { bug: await lengthOf(`/bug/${id}`), filing: await lengthOf('/new?product=Product 1') }
  }

  it('carry the components of one product only, and have 45 kB with 500 products of 20 components', async () => {
    const [few, many] = [await lengthsOf(2), await lengthsOf(12)]
    expect(many.bug).toBeLessThanOrEqual(45_000)
    expect(many.bug - few.bug).toBeLessThan(100)
    // The names of products are all that grows.
    const perProduct = (many.filing - few.filing) / 10
    expect(perProduct).toBeLessThan(25)
    expect(many.filing + 488 * perProduct).toBeLessThanOrEqual(45_000)
  })
})

async function single(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push((await admin().bugs.create({ ...place, summary: 'Alone' })).id)
  return ids
}
