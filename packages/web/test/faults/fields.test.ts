// Choosing values of fields with the keyboard.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const place = { product: 'Widgets', component: 'UI', version: '1.0' }
const as = (login: string) => stage.world.tracker.as({ login })
const newBug = async (summary: string) => (await as(people.reporter).bugs.create({ ...place, summary })).id
const bugOf = async (id: number) => (await as(people.admin).bugs.get({ ids: [id] })).bugs[0]

/** The updates of bugs that a page sends. */
function updatesOf(page: Page): string[] {
  const updates: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/rest\/bug\/\d+$/.test(request.url())) updates.push(request.url())
  })
  return updates
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Filter options' })
const saved = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

describe.skipIf(!hasBrowser)('the assignee of a bug', () => {
  it('is the best match of a typed name, also when Enter comes before the response', async () => {
    const id = await newBug('It needs care')
    const page = await stage.open(`/bug/${id}`, people.admin)
    for (const keys of [[], ['ArrowDown', 'ArrowUp']]) {
      await page.keyboard.press('a')
      await search(page).waitFor()
      await page.keyboard.type('rita')
      if (keys.length > 0) await page.getByRole('option', { name: /Rita/ }).waitFor()
      for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
      await saved(page, 'Assignee changed to rita@example.com')
      await page.keyboard.press('.')
      await saved(page, 'Change undone')
    }
    const { bugs } = await as(people.admin).bugs.history({ ids: [id] })
    const assigned = bugs[0]?.history.flatMap(({ changes }) => changes.map(({ added }) => added))
    expect(assigned).toEqual([people.reporter, people.grace, people.reporter, people.grace])
  })

  it('is never text without a match', async () => {
    const page = await stage.open(`/bug/${await newBug('It needs nobody')}`, people.admin)
    const updates = updatesOf(page)
    await page.keyboard.press('a')
    await page.keyboard.type('zzzz')
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'No matches' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('listbox', { name: 'Assignee' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'Assignee' }).waitFor({ state: 'detached' })
    expect(updates).toEqual([])
  })

  it('offers oneself first while nothing is typed', async () => {
    const page = await stage.open(`/bug/${await newBug('It waits')}`, people.admin)
    await page.keyboard.press('a')
    const first = page.getByRole('listbox', { name: 'Assignee' }).getByRole('option').first()
    await first.waitFor()
    expect(await first.innerText()).toContain('Me')
  })
})

describe.skipIf(!hasBrowser)('a field with a list', () => {
  it('saves nothing by arrows, letters and the wheel', async () => {
    const page = await stage.open(`/bug/${await newBug('It holds still')}`, people.grace)
    const updates = updatesOf(page)
    await page.getByRole('combobox', { name: 'Priority' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'h']) await page.keyboard.press(key)
    await page.mouse.move(1200, 300)
    await page.mouse.wheel(0, 400)
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'Priority' }).waitFor({ state: 'detached' })
    expect(updates).toEqual([])
  })

  it('leaves the focus where it was, so that keys triage bug after bug', async () => {
    const ids = []
    for (let number = 1; number <= 4; number++) ids.push(await newBug(`Queue ${number}`))
    const page = await stage.open('/bugs?summary=Queue&order=id', people.grace)
    for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    for (const number of [1, 2, 3, 4]) {
      await page.getByRole('heading', { level: 1, name: new RegExp(`Queue ${number}`) }).waitFor()
      await page.keyboard.press('s')
      await search(page).waitFor()
      await page.keyboard.type('in')
      await page.keyboard.press('Enter')
      await page.keyboard.press('a')
      await search(page).waitFor()
      await page.keyboard.type('rita')
      await page.keyboard.press('Enter')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      await page.keyboard.press(']')
    }
    const expected = { status: 'IN_PROGRESS', assigned_to: people.reporter }
    for (const id of ids) await expect.poll(() => bugOf(id)).toMatchObject(expected)
  })

  it('asks for the resolution and the duplicate in further steps, saved together', async () => {
    const id = await newBug('It repeats')
    const page = await stage.open(`/bug/${id}`, people.grace)
    const updates = updatesOf(page)
    await page.keyboard.press('s')
    await page.keyboard.type('reso')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Resolution' }).waitFor()
    await page.keyboard.type('dup')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Duplicate of' }).waitFor({ state: 'attached' })
    await page.keyboard.type(String(stage.world.bugs.plain))
    await page.getByRole('option', { name: /It blinks/ }).waitFor()
    await page.keyboard.press('Enter')
    await saved(page, 'Status changed to DUPLICATE')
    expect(await bugOf(id)).toMatchObject({ resolution: 'DUPLICATE', dupe_of: stage.world.bugs.plain })
    expect(updates).toHaveLength(1)
  })

  it('offers no products as components while those are loading', async () => {
    const page = await stage.open(`/bug/${await newBug('It moves')}`, people.grace)
    const request = /\/-\/rest\/metadata\?.*Gadgets/
    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(request, (route) => released.then(() => route.continue()))
    await page.getByRole('combobox', { name: 'Product' }).press('Enter')
    await page.getByRole('listbox', { name: 'Product' }).getByRole('option', { name: 'Gadgets' }).click()
    const components = page.getByRole('listbox', { name: 'New component' })
    await components.waitFor({ state: 'attached' })
    expect(await components.getByRole('option').count()).toBe(0)
    release()
    await components.getByRole('option', { name: 'Case' }).waitFor()
    expect(await components.getByRole('option').allInnerTexts()).toEqual(['Case'])
  })

  it('does not offer a bug as its own duplicate, and says at the status why it cannot be one', async () => {
    const [id, other] = [await newBug('Echo 1'), await newBug('Echo 2')]
    const page = await stage.open(`/bug/${other}`, people.grace)
    const options = page.getByRole('listbox', { name: 'Duplicate of' }).getByRole('option')
    const openDuplicates = async () => {
      await page.keyboard.press('s')
      for (const [list, text] of [
        ['Status', 'reso'],
        ['Resolution', 'dup'],
      ] as const) {
        await page.getByRole('listbox', { name: list }).waitFor()
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('listbox', { name: 'Duplicate of' }).waitFor({ state: 'attached' })
    }
    await openDuplicates()
    await search(page).fill('echo')
    await options.first().waitFor()
    expect(await options.allInnerTexts()).toEqual([`${id} Echo 1`, 'echo'])
    await search(page).fill(String(other))
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label=Status][aria-invalid=true]')
    const status = page.getByRole('combobox', { name: 'Status', exact: true })
    const reason = await status.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${reason}"]`).innerText()).toMatch(/duplicate/i)
    expect(await bugOf(other)).toMatchObject({ status: 'CONFIRMED', dupe_of: null })
    await openDuplicates()
    await search(page).fill('echo')
    await page.keyboard.press('Enter')
    await expect.poll(() => bugOf(other)).toMatchObject({ resolution: 'DUPLICATE', dupe_of: id })
  })

  it('takes several bugs, by words of their summaries and pasted numbers', async () => {
    const [id, first, second] = [await newBug('It hangs'), await newBug('Needle one'), await newBug('Needle two')]
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('depends')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Depends on' }).waitFor({ state: 'attached' })
    await search(page).fill('needle one')
    await page.getByRole('option', { name: /Needle one/ }).waitFor()
    await page.keyboard.press('Enter')
    await search(page).fill(`${second}, ${stage.world.bugs.plain}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    const expected = [first, second, stage.world.bugs.plain].toSorted((a, b) => a - b)
    await expect.poll(async () => (await bugOf(id))?.depends_on).toEqual(expected)
  })

  it('says at the field what is rejected, and keeps the old value', async () => {
    const id = await newBug('It refuses')
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.route(`**/rest/bug/${id}`, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      const body = {
        error: true,
        code: 51,
        name: 'param_invalid',
        message: 'priority is closed',
        data: { field: 'priority' },
      }
      return route.fulfill({ status: 400, json: body })
    })
    const priority = page.getByRole('combobox', { name: 'Priority' })
    await priority.press('Enter')
    await page.keyboard.type('high')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label=Priority][aria-invalid=true]')
    expect(await priority.innerText()).toBe('---')
    expect(await priority.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})

describe.skipIf(!hasBrowser)('the fields of a fresh bug', () => {
  it('are few, after the description, and more are added by name', async () => {
    const page = await stage.open('/new?product=Widgets&component=UI', people.grace)
    await page.getByRole('textbox', { name: 'Summary' }).fill('It is fresh')
    await page.getByRole('button', { name: 'File bug' }).click()
    await page.getByRole('heading', { level: 1, name: /It is fresh/ }).waitFor()
    const id = Number(page.url().split('/').at(-1))
    const fields = page.getByRole('complementary', { name: 'Fields' })
    expect(await fields.getByRole('combobox').count()).toBeLessThanOrEqual(8)
    for (const name of ['Status', 'Assignee', 'Priority', 'Severity', 'Component', 'Milestone'])
      expect(await fields.getByRole('combobox', { name, exact: true }).count()).toBe(1)
    const isAfter = await page
      .getByRole('article', { name: 'Description' })
      .evaluate((article) => !!(article.compareDocumentPosition(document.querySelector('aside') ?? article) & 4))
    expect(isAfter).toBe(true)
    await fields.getByRole('button', { name: 'Add field' }).click()
    await page.keyboard.type('whiteb')
    await page.keyboard.press('Enter')
    await fields.getByRole('textbox', { name: 'Whiteboard' }).fill('on hold')
    await page.keyboard.press('Enter')
    await saved(page, 'Whiteboard changed to on hold')
    expect((await bugOf(id))?.whiteboard).toBe('on hold')
  })
})

/** Elements that moved after they were painted, with the sum of the shifts. */
async function shiftsOf(page: Page): Promise<{ readonly sum: number; readonly moved: readonly string[] }> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      readonly value: number
      readonly sources: readonly { readonly node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.localName}.${element?.className} ${JSON.stringify(node?.textContent?.slice(0, 40))}`
    }
    const places = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    const shifts: Shift[] = []
    new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    })
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const moved = shifts.flatMap(({ value, startTime, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(3)} at ${Math.round(startTime)} ms: ${nameOf(node)} from ${places(previousRect)} to ${places(currentRect)}`,
      ),
    )
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved }
  })
}

/** Serves the pages, bugs and forms for them in two pieces with a second between them: before and after the fields at the side. */
async function servePieces(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const answer = async ({ url: path = '/', headers: { cookie = '' } }: IncomingMessage, response: ServerResponse) => {
    const original = await fetch(stage.url + path, { headers: { cookie } })
    const body = Buffer.from(await original.arrayBuffer())
    response.writeHead(original.status, { 'content-type': original.headers.get('content-type') ?? '' })
    const side = path === '/new' ? '<section class="new-side' : '<aside'
    const at = /^\/(?:new|bug\/\d+)$/.test(path) ? body.indexOf(side) : 0
    response.write(body.subarray(0, at))
    if (at > 0) await sleep(1000)
    response.end(body.subarray(at))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

describe.skipIf(!hasBrowser)('a page that scripts enhance', () => {
  it.each([1360, 820, 390])('does not shift at %i px, neither for editors nor logged out', async (width) => {
    const { plain } = stage.world.bugs
    for (const path of [`/bug/${plain}`, '/bugs?status=__all__', '/new', '/dashboard'])
      for (const who of path === '/new' || path === '/dashboard' ? [people.grace] : [people.grace, undefined]) {
        const page = await stage.open(path, who, { viewport: { width, height: 900 } })
        const { sum, moved } = await shiftsOf(page)
        expect([path, who, sum <= 0.02 ? [] : moved]).toEqual([path, who, []])
        await page.close()
      }
  })

  it.each([1360, 820, 390])('does not shift at %i px while the browser still reads it', async (width) => {
    const { url, stop } = await servePieces()
    try {
      for (const path of [`/bug/${stage.world.bugs.plain}`, '/new']) {
        const page = await stage.open('/', people.grace, { viewport: { width, height: 900 } })
        await page.goto(url + path)
        await page.waitForSelector('html[data-live]')
        const { sum, moved } = await shiftsOf(page)
        expect([path, sum <= 0.02 ? [] : moved]).toEqual([path, []])
        await page.close()
      }
    } finally {
      stop()
    }
  })
})
