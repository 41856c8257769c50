// Lists of bugs in a browser: their rows and their filters.
import { hasBrowser } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { addFilter, openColumns, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const place = { product: 'Widgets', component: 'UI', version: '1.0' }

describe.skipIf(!hasBrowser)('the chip of a filter', () => {
  it('has buttons whose names contain the text they show, and opens wherever it is pressed', async () => {
    const page = await stage.open('/bugs?priority=High', people.grace, { bypassCSP: true })
    expect(await violationsOf(page)).toEqual([])
    const chip = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')
    expect(await chip.innerText()).toMatch(/^Priority\s+is\s+High$/)
    const { x = 0, y = 0, width = 0, height = 0 } = (await chip.getByText('High').boundingBox()) ?? {}
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByRole('dialog', { name: 'Filter Priority' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('the row of a bug', () => {
  it('stays the element that the server rendered, follows keys, and can be selected', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await page.addInitScript(() => {
      const marking = new MutationObserver(() => {
        if (document.documentElement?.dataset['live']) return marking.disconnect()
        for (const row of document.querySelectorAll('tbody tr')) row.setAttribute('data-served', '')
      })
      marking.observe(document, { subtree: true, childList: true })
    })
    await page.reload()
    const rows = page.locator('tbody tr')
    const box = rows.first().getByRole('checkbox')
    await box.check()
    await page.getByRole('heading', { name: '1 selected' }).waitFor()
    await page.keyboard.press('j')
    expect(await page.locator('tbody tr[aria-current=true]').count()).toBe(1)
    await box.uncheck()
    expect(await page.locator('tbody tr.is-selected').count()).toBe(0)
    await expect.poll(() => rows.first().locator('time').getAttribute('title')).not.toMatch(/UTC/)
    expect(await page.locator('tbody tr[data-served]').count()).toBe(await rows.count())
  })

  it('names priority, severity and status by icons, and shows keywords and that it is restricted', async () => {
    const { tracker } = stage.world
    const system = tracker.asSystem(people.admin)
    const keywords = ['crash', 'leak', 'papercut', 'regression']
    for (const name of keywords) await system.keywords.create({ name, description: name })
    const admin = tracker.as({ login: people.admin })
    await system.groupControls.update({ names: ['Widgets'], group: 'staff', member_control: 'shown' })
    const urgent = { ...place, priority: 'Highest', severity: 'critical', keywords, groups: ['staff'] }
    await admin.bugs.create({ ...urgent, summary: 'Rows burn' })
    await admin.bugs.create({ ...place, summary: 'Rows itch', priority: 'Low', severity: 'trivial' })
    const page = await stage.open('/bugs?summary=Rows&order=id', people.admin)
    const row = page.getByRole('row', { name: /Rows burn/ })
    for (const name of ['Highest', 'critical', 'Restricted'])
      expect([name, await row.getByRole('img', { name, exact: true }).count()]).toEqual([name, 1])
    expect(await row.getByRole('list', { name: 'Keywords' }).getByRole('listitem').allTextContents()).toEqual([
      ...['crash', 'leak', 'papercut'],
      '+1',
    ])
    const colors = await page.evaluate(() =>
      [...document.querySelectorAll('td.of-priority .rank')].map((one) => getComputedStyle(one).color),
    )
    expect(new Set(colors).size).toBe(2)
    expect(
      await page
        .getByRole('row', { name: /Rows itch/ })
        .getByRole('img', { name: 'Restricted' })
        .count(),
    ).toBe(0)
  })

  it('has its marks also in a tab that was opened on another page before an upgrade', async () => {
    const page = await stage.open('/products', people.admin)
    const pictures = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/marks-')).length,
      )
    await expect.poll(pictures).toBe(1)
  })

  it('has a mark for each status and rank, which forced colors and printers keep', async () => {
    const page = await stage.open('/bugs?status=__all__', people.admin)
    const marks = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.status, .rank:not(.no-mark)')].map((one) => {
          const { width, backgroundColor, maskImage } = getComputedStyle(one, '::before')
          return [width, backgroundColor, /\/marks-\w+\.svg/.exec(maskImage)?.[0]]
        }),
      )
    const shown = await marks()
    expect(shown.length).toBeGreaterThan(1)
    for (const [width, , picture] of shown) {
      expect(width).toBe('16px')
      expect((await page.request.get(new URL(`/-/assets${picture}`, page.url()).href)).headers()['content-type']).toBe(
        'image/svg+xml',
      )
    }
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
    expect(new Set((await marks()).map(([, color]) => color))).toEqual(new Set(['rgb(0, 0, 0)']))
    await page.emulateMedia({ media: 'print', forcedColors: 'none' })
    expect(
      await page.evaluate(
        () => getComputedStyle(document.querySelector('.status') ?? document.body, '::before').printColorAdjust,
      ),
    ).toBe('exact')
  })

  it('shows the number of comments that the user can see, in a place that is kept for it', async () => {
    const admin = stage.world.tracker.as({ login: people.admin })
    const filed = async (summary: string) => (await admin.bugs.create({ ...place, summary })).id
    const [loud, silent] = [await filed('Talk much'), await filed('Talk not')]
    for (const is_private of [false, true, false])
      await admin.comments.create({ id: loud, comment: 'Once more', is_private })
    const counted = async (login: string, width: number) => {
      const page = await stage.open('/bugs?summary=Talk&order=id', login, { viewport: { width, height: 800 } })
      const rowOf = (id: number) => page.locator(`#bug-${id}`)
      const counts = page.getByRole('img', { name: /^\d+ comments?$/ })
      expect(await counts.count()).toBe(1)
      const boxes = [loud, silent].map((id) => rowOf(id).getByRole('rowheader').boundingBox())
      const [withCount, without] = await Promise.all(boxes)
      expect([withCount?.x, withCount?.width]).toEqual([without?.x, without?.width])
      const [count, summary] = await Promise.all([
        counts.boundingBox(),
        rowOf(loud).getByRole('rowheader').getByRole('link').boundingBox(),
      ])
      expect(count?.x).toBeGreaterThanOrEqual((summary?.x ?? NaN) + (summary?.width ?? NaN))
      return [await counts.getAttribute('aria-label'), (await counts.innerText()).trim()]
    }
    expect(await counted(people.admin, 1360)).toEqual(['3 comments', '3'])
    expect(await counted(people.grace, 1360)).toEqual(['2 comments', '2'])
    expect(await counted(people.grace, 390)).toEqual(['2 comments', '2'])
  })

  it('is one line of text in a wide window', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    const heights = await page.evaluate(() =>
      [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height),
    )
    expect(heights.length).toBeGreaterThan(0)
    expect(Math.max(...heights)).toBeLessThanOrEqual(36)
  })
})

describe.skipIf(!hasBrowser)('the filters of a list', () => {
  it('take several values, their opposite and no value at all, and are edited and removed by their chips', async () => {
    const admin = stage.world.tracker.as({ login: people.admin })
    for (const priority of ['Highest', 'High', 'Low'])
      await admin.bugs.create({ ...place, summary: `Chips ${priority}`, priority })
    const page = await stage.open('/bugs?summary=Chips&status=__all__&order=id', people.grace)
    const summaries = () => page.getByRole('rowheader').allTextContents()
    const counts: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/rest/bug/count')) counts.push(request.url())
    })
    await addFilter(page, 'Priority', 'is', 'Highest', 'Low')
    expect(counts).toHaveLength(1)
    const chips = page.getByRole('toolbar', { name: 'Filters' }).getByRole('list', { name: 'Active filters' })
    await chips.getByRole('button', { name: 'Remove filter Priority: Highest, Low' }).waitFor()
    expect(new URL(page.url()).searchParams.getAll('priority')).toEqual(['Highest', 'Low'])
    expect(await summaries()).toEqual(['Chips Highest', 'Chips Low'])
    await chips.getByRole('button', { name: 'Edit filter Priority' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Filter Priority' })
    const radios = dialog.getByRole('radiogroup', { name: 'Condition' }).getByRole('radio')
    expect(await radios.count()).toBe(4)
    await radios.nth(1).check()
    // With the numbers of bugs, which are not in the names of the options.
    expect(await dialog.getByRole('option', { selected: true }).allTextContents()).toEqual(['Highest 1', 'Low 1'])
    await dialog.getByRole('option', { name: 'Highest', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter')
    await chips.getByRole('button', { name: 'Remove filter Priority: not Highest, Low' }).waitFor()
    await expect.poll(summaries).toEqual(['Chips High'])
    await addFilter(page, 'Assignee', 'is empty')
    await chips.getByRole('button', { name: 'Remove filter Assignee: empty' }).press('Enter')
    await chips.getByRole('button', { name: 'Remove filter Priority: not Highest, Low' }).press('Enter')
    await expect.poll(summaries).toEqual(['Chips Highest', 'Chips High', 'Chips Low'])
    await page.keyboard.press('f')
    await page.getByRole('listbox', { name: 'Add filter' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('lead to the search builder for conditions that no chip can state', async () => {
    const page = await stage.open('/bugs?status=__all__&f1=priority&o1=changedto&v1=High', people.grace)
    await page.getByRole('link', { name: 'Advanced: 1 condition' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Advanced search' }).waitFor()
    expect(new URL(page.url()).search).toContain('o1=changedto')
  })

  it('are read without scripts, without controls that do nothing', async () => {
    const page = await stage.open('/bugs?priority=High&priority=Low', undefined, { javaScriptEnabled: false })
    await page.getByRole('list', { name: 'Active filters' }).getByText('High, Low').waitFor()
    for (const name of ['Add filter', 'Clear filters', 'Display', 'Remove filter Priority: High, Low'])
      expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Charts' }).click()
    await page.getByRole('heading', { level: 1, name: 'Charts' }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('the columns of a list', () => {
  it('have their names without scripts', async () => {
    const page = await stage.open('/bugs?status=__all__', undefined, { javaScriptEnabled: false })
    for (const name of ['Bug', 'Summary', 'Assignee'])
      expect([name, await page.getByRole('columnheader', { name, exact: true }).innerText()]).toEqual([name, name])
  })
})

describe.skipIf(!hasBrowser)('the dialog for columns', () => {
  it('keeps the focus on the button that moves a column to the first place', async () => {
    const page = await stage.open('/bugs?status=__all__', people.grace)
    await openColumns(page)
    const dialog = page.getByRole('dialog', { name: 'Columns' })
    const items = dialog.getByRole('listitem')
    await items.first().waitFor()
    const place = async () => (await items.allInnerTexts()).findIndex((text) => text.trim() === 'Priority')
    const up = dialog.getByRole('button', { name: 'Move Priority up' })
    await up.focus()
    for (let next = (await place()) - 1; next >= 0; next--) {
      await page.keyboard.press('Enter')
      await expect.poll(place).toBe(next)
    }
    await expect.poll(() => up.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await place()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the keys of a list', () => {
  it('edit the bug at the keys, and the selection once there is one', async () => {
    const admin = stage.world.tracker.as({ login: people.admin })
    const ids: number[] = []
    for (let number = 1; number <= 3; number++)
      ids.push((await admin.bugs.create({ ...place, summary: `Keyed ${number}` })).id)
    const page = await stage.open('/bugs?summary=Keyed&status=__all__&order=id&limit=2', people.grace)
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    const filter = page.getByRole('searchbox', { name: 'Filter options' })
    await page.getByRole('listbox', { name: 'Status' }).waitFor()
    await filter.fill('resolved')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Resolution' }).waitFor()
    await filter.fill('fixed')
    await page.keyboard.press('Enter')
    const region = page.getByRole('region', { name: 'Edit selected bugs' })
    await expect.poll(() => region.getByRole('combobox', { name: 'Status' }).innerText()).toBe('Resolved, Fixed')
    await region.getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByRole('button', { name: 'Change 1 bug', exact: true }).press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: /^1 bug changed$/ })
      .waitFor()
    await page.getByRole('checkbox', { name: 'Select all bugs on this page' }).check()
    await region.getByRole('button', { name: 'Select all 3 bugs' }).press('Enter')
    await region.getByRole('heading', { name: '3 selected' }).waitFor()
    await page.keyboard.press('p')
    await filter.fill('Highest')
    await page.keyboard.press('Enter')
    await region.getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByRole('button', { name: 'Change 3 bugs' }).press('Enter')
    await region.waitFor({ state: 'detached' })
    const { bugs } = await admin.bugs.get({ ids })
    expect(bugs.map(({ status, priority }) => [status, priority])).toEqual([
      ['RESOLVED', 'Highest'],
      ['CONFIRMED', 'Highest'],
      ['CONFIRMED', 'Highest'],
    ])
  })

  it('act on a key that comes before the page is painted after the one before it', async () => {
    const { id } = await stage.world.tracker.as({ login: people.admin }).bugs.create({ ...place, summary: 'Hasty' })
    const page = await stage.open('/bugs?quicksearch=Hasty', people.grace)
    await page.evaluate(async () => {
      for (const key of ['j', ' ']) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        await Promise.resolve()
        await Promise.resolve()
      }
    })
    const region = page.getByRole('region', { name: `Preview of bug ${id}` })
    await expect.poll(() => region.count()).toBe(1)
  })

  it('show a preview of the bug at the keys, which follows them until Escape', async () => {
    const admin = stage.world.tracker.as({ login: people.admin })
    const [first, second] = [
      await admin.bugs.create({ ...place, summary: 'Previewed 1', description: '**Loud**', is_markdown: true }),
      await admin.bugs.create({ ...place, summary: 'Previewed 2' }),
    ]
    await admin.comments.create({ id: first.id, comment: 'The last word' })
    const page = await stage.open('/bugs?quicksearch=Previewed&order=id', people.grace)
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    const region = page.getByRole('region', { name: `Preview of bug ${first.id}` })
    await region.getByRole('heading', { name: 'Previewed 1' }).waitFor()
    await region.getByText('Loud').waitFor()
    expect(await region.locator('strong').innerText()).toBe('Loud')
    expect(await region.getByText('The last word').count()).toBe(1)
    expect(await region.getByRole('link', { name: `Open bug ${first.id}` }).getAttribute('href')).toBe(
      `/bug/${first.id}`,
    )
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('j')
    await page
      .getByRole('region', { name: `Preview of bug ${second.id}` })
      .getByText('Confirmed')
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: /^Preview/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    const again = page.getByRole('region', { name: `Preview of bug ${second.id}` })
    await again.getByRole('button', { name: 'Close' }).click()
    await again.waitFor({ state: 'detached' })
  })
})
