// The style sheet that lists and bugs begin without.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { isReady, useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()
const list = '/bugs?status=__all__'

const sheets = (page: Page) => page.locator('link[rel=stylesheet][href*="/more-"]').count()
const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

describe.skipIf(!hasBrowser)('the styles of parts and pages that are opened', () => {
  it('are not loaded by a list and by a bug with a form for comments', async () => {
    const { bugs } = await stage.world.tracker.as({ login: people.reporter }).bugs.search({ summary: 'It hums' })
    for (const path of [list, `/bug/${bugs[0]?.id}`]) {
      const page = await stage.open(path, people.grace)
      await isReady(page)
      await page.waitForLoadState('networkidle')
      expect([path, await sheets(page)]).toEqual([path, 0])
    }
  })

  it('are there before a part or another page is shown, and are requested once', async () => {
    const page = await stage.open(list, people.grace)
    await isReady(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.waitForSelector('.bulk-edit')
    expect(await styleOf(page, '.bulk-edit', 'position')).toBe('sticky')
    await page.getByRole('link', { name: 'Dashboard' }).press('Enter')
    await page.waitForSelector('.dashboard')
    expect(await styleOf(page, '.dashboard', 'display')).toBe('grid')
    expect(await sheets(page)).toBe(1)
  })

  it('keep nothing from being shown when they cannot be loaded', async () => {
    const page = await stage.open('/login')
    let requested = 0
    await page.route('**/more-*.css', async (route) => {
      requested++
      await route.abort()
    })
    await page.goto(stage.url + list)
    await isReady(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Products' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    expect(requested).toBeGreaterThan(0)
    stage.faults.length = 0
  })
})
