// The frame around all pages, and pages on paper.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf } from '../axe.js'
import { useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

/** A page of A4, with the margins of browsers. */
const paper = { width: 718, height: 1047 }

describe.skipIf(!hasBrowser)('a page that waits for the tracker', () => {
  it('covers no link of the header', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await page.route('**/-/rest/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('status').filter({ hasText: 'Retrying' }).waitFor()
    const covered = await page.getByRole('banner').evaluate((header) =>
      [...header.querySelectorAll('a')].flatMap((link) => {
        const { x, y, width, height } = link.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return width === 0 || top?.closest('a') === link ? [] : [link.textContent]
      }),
    )
    expect(covered).toEqual([])
    stage.faults.length = 0
  })
})

describe.skipIf(!hasBrowser)('a printed bug', () => {
  it('has values and exact times instead of controls', async () => {
    const { tracker, bugs } = stage.world
    await tracker.as({ login: people.grace }).bugs.update({ ids: [bugs.plain], priority: 'High' })
    const page = await stage.open(`/bug/${bugs.plain}`, people.admin)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('complementary', { name: 'Fields' }).getByText('High', { exact: true }).waitFor()
    const controls = page.locator('input, select, textarea, button, [role=combobox]').filter({ visible: true })
    expect(await controls.count()).toBe(0)
    expect(await page.getByRole('main').innerText()).not.toMatch(/\bago\b|just now/)
    await page.emulateMedia({ media: 'screen' })
    await controls.first().waitFor()
  })
})

describe.skipIf(!hasBrowser)('a printed list', () => {
  it('has the heads of its columns, its filters, and whole summaries and times', async () => {
    const { tracker } = stage.world
    const long = `Printed ${'and so on '.repeat(20)}to the end`
    const place = { product: 'Widgets', component: 'UI', version: '1.0' }
    await tracker.as({ login: people.grace }).bugs.create({ ...place, summary: long })
    const page = await stage.open('/bugs?status=__open__&summary=Printed', people.admin)
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('thead th').allInnerTexts()).toEqual(
      expect.arrayContaining(['Bug', 'Summary', 'Assignee']),
    )
    const filters = page.getByRole('list', { name: 'Active filters' })
    expect(await filters.getByRole('listitem').allInnerTexts()).toContainEqual(
      expect.stringMatching(/^Summary\s+contains\s+Printed$/),
    )
    const cells = page.locator('tbody').locator('td, th a')
    const cut = await cells.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible'),
    )
    expect(cut).toEqual([])
    expect(await page.getByRole('button', { name: 'Add filter' }).count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('a printed board', () => {
  it.each(['', '&rows=priority'])('has all of its columns with their names and bugs%s', async (rows) => {
    const page = await stage.open(`/board?status=__all__${rows}`, people.admin)
    await page.setViewportSize(paper)
    await page.emulateMedia({ media: 'print' })
    const columns = page.getByRole('region')
    const names = await columns.getByRole('heading', { level: 2 }).allInnerTexts()
    expect(names.map((name) => name.trim())).toEqual(expect.arrayContaining(['Unconfirmed', 'Confirmed', 'Resolved']))
    for (const column of await columns.all()) {
      const { x = 0, width = 0 } = (await column.boundingBox()) ?? {}
      expect(x + width).toBeLessThanOrEqual(paper.width)
      expect(await column.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
    }
    expect(await page.getByText('Columns').locator('..').innerText()).toMatch(/^Columns\s+Status$/)
  })
})

describe.skipIf(!hasBrowser)('the filters of printed requests', () => {
  it('have their values', async () => {
    const page = await stage.open(`/requests?requestee=${people.grace}&status=%2B`, people.admin)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.filter').filter({ hasText: 'Requested from' }).innerText()).toContain(people.grace)
    expect(await page.getByRole('combobox', { name: 'Status' }).isVisible()).toBe(true)
  })
})

/** The lines that the text of an element takes. */
const linesOf = (one: ReturnType<Page['locator']>): Promise<number> =>
  one.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.querySelector('bdi') ?? element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

describe.skipIf(!hasBrowser)('short words beside long texts', () => {
  it('are not broken in requests', async () => {
    const { tracker } = stage.world
    await tracker.asSystem().flagTypes.create({ name: 'needinfo', description: 'A question', target_type: 'bug' })
    const place = { product: 'Widgets', component: 'UI', version: '1.0', description: 'It is' }
    const summary = 'Hinges squeak '.repeat(17)
    const flags = [{ name: 'needinfo', status: '?' as const, requestee: people.grace }]
    const grace = tracker.as({ login: people.grace })
    const { id } = await grace.bugs.create({ ...place, summary })
    await grace.bugs.update({ ids: [id], flags })
    const page = await stage.open('/requests', people.grace)
    await page.setViewportSize({ width: 800, height: 900 })
    const row = page.getByRole('row').filter({ hasText: 'Hinges' })
    expect(await linesOf(row.getByRole('rowheader'))).toBe(1)
    for (const cell of (await row.getByRole('cell').all()).slice(1, 3))
      expect([await cell.innerText(), await linesOf(cell)]).toEqual([people.grace, 1])
  })

  it('are not broken in the dialog for conflicts', async () => {
    const { tracker } = stage.world
    const place = { product: 'Widgets', component: 'UI', version: '1.0', description: 'It is' }
    const grace = tracker.as({ login: people.grace })
    const { id } = await grace.bugs.create({ ...place, summary: 'Springs wobble' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    await page.getByRole('button', { name: 'Edit summary' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' when they are pressed too hard or for too long')
    await grace.bugs.update({ ids: [id], summary: `Springs wobble ${'at night and in the morning '.repeat(6)}` })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /changed while you were editing/ })
    await dialog.waitFor()
    expect(await linesOf(dialog.getByRole('rowheader', { name: 'Summary' }))).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})

/** Controls that overlap, and those that reach out of the window. */
const misplacedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = (one: Element) => one.getAttribute('aria-label') ?? (one.textContent || one.outerHTML.slice(0, 80))
    const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    // Sticky elements cover others until the page is scrolled.
    const sticks = (one: Element | null): boolean =>
      one !== null && (getComputedStyle(one).position === 'sticky' || sticks(one.parentElement))
    const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')].flatMap((one) =>
      isSeen(one) && one.closest('.skip, .visually-hidden') === null && !sticks(one)
        ? [...one.getClientRects()].map((box) => ({ one, box }))
        : [],
    )
    const large = controls.filter(({ box }) => box.width > 4 && box.height > 4)
    const outside = large.filter(({ one, box }) => one.closest('header') && box.right > innerWidth)
    const overlapping = large.filter(({ one, box }, index) =>
      large.slice(index + 1).some(({ one: other, box: its }) => {
        const width = Math.min(box.right, its.right) - Math.max(box.left, its.left)
        const height = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
        return width > 2 && height > 2 && !one.contains(other) && !other.contains(one)
      }),
    )
    return [...outside, ...overlapping].map(({ one }) => named(one).trim())
  })

describe.skipIf(!hasBrowser)('a page in a narrow window', () => {
  it.each([760, 390])('has nothing at %i px that overlaps or scrolls sideways', async (width) => {
    const { tracker, bugs } = stage.world
    const full_name = 'Konstantinos Papadopoulos-Montgomery'
    await tracker.asSystem(people.admin).users.update({ names: [people.admin], full_name })
    const page = await stage.open('/', people.admin, { viewport: { width, height: 900 } })
    const criteria = 'f1=priority&o1=anyexact&v1=High&f2=assigned_to&o2=changedby&v2=grace'
    const paths = ['/bugs?status=__all__', `/bug/${bugs.plain}`, '/board?status=__all__', `/search?${criteria}`, '/new']
    const others = ['', '/products', '/new/products', '/users', '/workflow', '/parameters', '/mail', '/audit']
    for (const path of [...paths, '/dashboard', ...others.map((other) => `/admin${other}`)]) {
      await page.goto(stage.url + path)
      await page.waitForSelector('html[data-live]')
      expect([path, await excessOf(page), await misplacedIn(page)]).toEqual([path, 0, []])
    }
    const search = await page.getByRole('banner').getByRole('combobox').boundingBox()
    expect(search?.width).toBeGreaterThan(160)
  })
})

describe.skipIf(!hasBrowser)('a table of bugs', () => {
  it.each([1360, 900])('has a header over each cell at %i px', async (width) => {
    for (const path of ['/dashboard', '/bugs?status=__all__']) {
      const page = await stage.open(path, people.grace, { viewport: { width, height: 900 } })
      const row = page.locator('table.bugs tbody tr').first()
      await row.waitFor()
      const table = page.locator('table.bugs').first()
      const headers = await table.locator('thead th').filter({ visible: true }).count()
      expect([path, await row.locator('> *').filter({ visible: true }).count()]).toEqual([path, headers])
    }
  })

  it('has one line for each bug, however long its summary is', async () => {
    const { tracker } = stage.world
    const { id } = await tracker
      .as({ login: people.grace })
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks '.repeat(25).trim() })
    for (const width of [1360, 820]) {
      const page = await stage.open('/bugs?status=__all__', people.grace, { viewport: { width, height: 900 } })
      const box = await page.locator(`#bug-${id}`).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(40)
      expect(await excessOf(page)).toBe(0)
    }
  })
})

describe.skipIf(!hasBrowser)('a page without scripts', () => {
  it.each(['/new?product=Widgets', '/board', '/admin/products', '/admin/parameters', '/me', 'the page of a bug'])(
    'says at %s that changes require them, and has no button that does nothing',
    async (path) => {
      const to = path.startsWith('/') ? path : `/bug/${stage.world.bugs.plain}`
      const page = await stage.open(to, people.admin, { javaScriptEnabled: false })
      expect(await page.locator('main noscript').first().textContent()).toContain('Changes require JavaScript.')
      const buttons = page.locator('button:not([role=combobox], [popovertarget], .chip-edit):not(form[action] button)')
      expect(await buttons.filter({ visible: true }).allInnerTexts()).toEqual([])
    },
  )

  it('searches by a form with further conditions', async () => {
    const page = await stage.open('/search?priority=High', people.admin, { javaScriptEnabled: false })
    await page.getByRole('form', { name: 'Add condition' }).waitFor()
    const buttons = page.locator('button:not([role=combobox], [popovertarget], .chip-edit):not(form[action] button)')
    expect(await buttons.filter({ visible: true }).allInnerTexts()).toEqual([])
  })
})
