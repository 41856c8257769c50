// Overviews for users: the dashboard, products, milestones and charts, in a browser, with the keyboard, found by roles
// and names.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { addFilter, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const as = (login: string) => stage.world.tracker.as({ login })
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
const phone = { viewport: { width: 390, height: 800 } }

const place = { product: 'Widgets', component: 'UI', version: '1.0' }
const ids: Record<'mine' | 'done' | 'outside', number> = { mine: 0, done: 0, outside: 0 }

beforeAll(async () => {
  if (!hasBrowser) return
  const system = stage.world.tracker.asSystem(people.admin)
  await system.parameters.update({ parameters: { timetrackinggroup: 'staff', querysharegroup: 'staff' } })
  const due_date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await system.milestones.create({ product: 'Widgets', name: 'M1', due_date })
  const file = async (summary: string, more: object = {}) =>
    (await as(people.admin).bugs.create({ ...place, summary, ...more })).id
  ids.outside = await file('It is in the way')
  const inMilestone = { target_milestone: 'M1', assigned_to: people.grace, estimated_time: 5.5 }
  ids.mine = await file('It waits', { ...inMilestone, depends_on: [ids.outside] })
  ids.done = await file('It is mended', inMilestone)
  await as(people.grace).bugs.update({ ids: [ids.done], status: 'RESOLVED', resolution: 'FIXED' })
  const { savedSearches } = as(people.admin)
  await savedSearches.save({ name: 'In the way', query: 'summary=way', shared_with: 'staff' })
}, 60_000)

/** The text of the cells of the last row. */
const lastRowOf = async (page: Page, name: string) => {
  const cells = page.getByRole('table', { name, exact: true }).getByRole('row').last().getByRole('cell')
  return cells.allTextContents()
}

/** From a page to the burndown of M1, only by links. */
async function walkToMilestone(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Products', exact: true }).press('Enter')
  await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Widgets' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Widgets', exact: true }).waitFor()
  const figure = page.getByRole('figure', { name: 'Open and closed bugs' })
  await figure.getByRole('button', { name: 'Show as table' }).press('Enter')
  expect((await lastRowOf(page, 'Open and closed bugs')).slice(0, 2)).toEqual(['5', '1'])
  await page.getByRole('table', { name: 'Components' }).getByRole('link', { name: 'Engine' }).waitFor()
  await page.getByRole('table', { name: 'Milestones' }).getByRole('link', { name: 'M1' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Widgets: M1' }).waitFor()
  await page.getByText('1 of 2 closed, 3 days left').waitFor()
}

describe.skipIf(!hasBrowser)('a user who opens their dashboard', () => {
  it('sees on one page what they must do, and goes to it, to more of it and to what is missing', async () => {
    const page = await stage.open('/', people.grace)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(await page.getByRole('link', { name: 'All 0' }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Getting started' }).count()).toBe(0)
    const mine = page.getByRole('region', { name: 'Assigned to me' })
    await mine.getByRole('table').getByRole('link', { name: 'It waits' }).waitFor()
    expect(await mine.getByText('It is mended').count()).toBe(0)
    const all = await mine.getByRole('link', { name: /^All/ }).textContent()
    await mine.getByRole('link', { name: /^All/ }).press('Enter')
    await said(page, new RegExp(`^${all?.slice(4)} bugs?$`))
  })

  it('sees whether a milestone will be met: what is left over time in bugs and hours, and what is in the way', async () => {
    const page = await stage.open('/dashboard', people.admin)
    await walkToMilestone(page)
    const figure = page.getByRole('figure', { name: 'Burndown' })
    await figure.getByText('1 open (peak 1)').waitFor()
    await figure.getByText('5.5 hours remaining (peak 5.5)').waitFor()
    await figure.getByRole('button', { name: 'Show as table' }).press('Enter')
    expect(await lastRowOf(page, 'Burndown')).toEqual(['2', '1', '1', '5.5'])
    await page.getByRole('table', { name: 'Open bugs' }).getByRole('link', { name: 'It waits' }).waitFor()
    const blocked = page.getByRole('table', { name: 'Blocked by' })
    await blocked.getByRole('link', { name: 'It is in the way' }).waitFor()
    expect(await blocked.getByRole('rowheader').count()).toBe(1)
    await page.getByRole('link', { name: 'Charts' }).press('Enter')
    await page.getByRole('figure', { name: 'Open and closed bugs' }).waitFor()
    const bars = page.getByRole('figure', { name: 'Bugs by Component' })
    await bars.getByRole('button', { name: 'Show as table' }).press('Enter')
    expect(await lastRowOf(page, 'Bugs by Component')).toEqual(['2'])
    expect(await lastRowOf(page, 'Counts')).toEqual(['2'])
  })

  it('sees the same on a telephone, and filters a list', async () => {
    const page = await stage.open('/dashboard', people.grace, phone)
    expect(await excessOf(page)).toBe(0)
    const mine = page.getByRole('table', { name: 'Assigned to me' }).getByRole('row', { name: 'It waits' })
    await mine.getByText('Confirmed').first().waitFor()
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await walkToMilestone(page)
    expect(await excessOf(page)).toBe(0)
    await page.getByRole('figure', { name: 'Burndown' }).getByRole('button', { name: 'Show as table' }).press('Enter')
    expect(await lastRowOf(page, 'Burndown')).toEqual(['2', '1', '1'])
    await page.getByRole('link', { name: 'Show all bugs' }).press('Enter')
    await said(page, '2 bugs')
    await addFilter(page, 'Priority', 'is', '---')
    await page.getByRole('button', { name: 'Remove filter Priority: ---' }).waitFor()
    expect(await excessOf(page)).toBe(0)
  })

  it('finds the searches that others share, by their names and by whom', async () => {
    const system = stage.world.tracker.asSystem(people.admin)
    await system.users.update({ names: [people.grace], groups: { add: ['staff'] } })
    const page = await stage.open('/me/searches', people.grace)
    const shared = page.getByRole('table', { name: 'Shared by others' })
    expect(await shared.getByRole('row').last().getByRole('cell').allTextContents()).toEqual([
      'Administrator',
      'staff',
      'Schedule',
    ])
    await shared.getByRole('link', { name: 'In the way' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'In the way' }).waitFor()
    await page.getByRole('rowheader', { name: 'It is in the way' }).waitFor()
    await system.users.update({ names: [people.grace], groups: { remove: ['staff'] } })
  })

  it('is shown on a list for a new matching bug, and for no other', async () => {
    const page = await stage.open('/bugs?summary=waits&status=__open__', people.grace)
    await said(page, /^1 bug$/)
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/-/rest/changes')),
    )
    await as(people.admin).bugs.create({ ...place, summary: 'It also waits' })
    await as(people.admin).bugs.create({ ...place, summary: 'Something else' })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await said(page, /^1 bug changed$/)
    expect(await page.getByRole('rowheader').count()).toBe(1)
    await page.getByRole('button', { name: 'Refresh' }).press('Enter')
    await page.getByRole('rowheader', { name: 'It also waits' }).waitFor()
  })

  it('reads the name of who has attached a file, not the login', async () => {
    const file = { file_name: 'a.txt', summary: 'A note', content_type: 'text/plain', data: Buffer.from('x') }
    const { ids: files } = await as(people.reporter).attachments.create({ ids: [ids.mine], ...file })
    const page = await stage.open(`/attachment/${files[0]}`, people.grace)
    expect(await page.getByRole('main').getByText('Rita Reporter').count()).toBe(1)
  })
})

describe.skipIf(!hasBrowser)('charts', () => {
  it('show a range of days', async () => {
    const page = await stage.open('/charts?product=Widgets', people.grace)
    const range = page.getByRole('combobox', { name: 'Range' })
    expect(await range.inputValue()).toBe('732')
    await range.selectOption('30 days')
    await page.waitForURL(/range=30/)
    await page.getByRole('button', { name: 'Show as table' }).first().press('Enter')
    await expect.poll(() => range.inputValue()).toBe('30')
    const values = page.getByRole('group', { name: 'Values' })
    await values.focus()
    await values.press('Home')
    await said(page, /^\d{4}-\d\d-\d\d: \d+$/)
    const list = page.getByRole('link', { name: /^\d+ bugs?$/ }).first()
    expect(await list.getAttribute('href')).toBe('/bugs?product=Widgets')
  })

  it('show the days from one date to another, which the address keeps', async () => {
    const page = await stage.open('/charts?product=Widgets', people.grace)
    await page.getByRole('combobox', { name: 'Range' }).selectOption('Custom')
    const today = new Date().toISOString().slice(0, 10)
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByLabel('To', { exact: true }).fill(today)
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
    await page.waitForURL(`**/charts?product=Widgets&range=custom&from=2020-01-01&to=${today}`)
    await page.getByRole('figure', { name: 'Open and closed bugs' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('say what is wrong with dates, also without scripts', async () => {
    const page = await stage.open('/charts?product=Widgets&range=custom', people.grace, { javaScriptEnabled: false })
    await page.getByLabel('From', { exact: true }).fill('2026-02-01')
    await page.getByLabel('To', { exact: true }).fill('2026-01-01')
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
    await page.getByText('From must not be after To.').waitFor()
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-02-01')
    const bad = await page.goto(`${stage.url}/charts?product=Widgets&range=custom&from=2026-02-30`)
    expect(bad?.status()).toBe(400)
    await page.getByText('From and To must be dates, such as 2027-01-31.').waitFor()
  })
})
