// The buttons at the end of dialogs.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from '../axe.js'
import { openColumns, useStage } from '../browser.js'
import { people } from '../harness.js'

const stage = useStage()

const list = '/bugs?status=__all__'
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')
const bug = () => `/bug/${stage.world.bugs.other}`

/** Each with its page, how it opens, and its buttons from the left to the right. */
const dialogs: readonly (readonly [string, () => string, (page: Page) => Promise<void>, readonly string[]])[] = [
  ['Columns', () => list, openColumns, ['Cancel', 'Apply']],
  ['Save search', () => list, async (page) => press(page, 'Save search'), ['Cancel', 'Save']],
  ['Delete bug 2?', bug, async (page) => press(page, 'Delete bug'), ['Cancel', 'Delete bug 2']],
  ['Redact comment 0?', bug, redact, ['Cancel', 'Redact comment 0']],
  ['New API key', () => '/me/api-keys', async (page) => press(page, 'New API key'), ['Cancel', 'Create']],
  ['Delete staff?', () => '/admin/groups/staff', async (page) => press(page, 'Delete'), ['Cancel', 'Delete']],
  ['Follow Widgets', () => '/products/Widgets', async (page) => press(page, 'Follow'), ['Cancel', 'Follow']],
]

async function redact(page: Page): Promise<void> {
  await press(page, 'More actions')
  await page.getByRole('menuitem', { name: 'Redact' }).press('Enter')
}

describe.skipIf(!hasBrowser)('a dialog', () => {
  beforeAll(async () => {
    await stage.world.tracker.asSystem().parameters.update({ parameters: { allowbugdeletion: true } })
  })

  it.each(dialogs)('with the title %s has Cancel first and its action last, at the right', async (...given) => {
    const [title, path, open, names] = given
    const page = await stage.open(path(), people.admin, { bypassCSP: true })
    await open(page)
    const dialog = page.getByRole('dialog', { name: title })
    const foot = dialog.locator('.dialog-foot')
    await foot.waitFor()
    expect(await foot.getByRole('button').allInnerTexts()).toEqual(names)
    const [whole, last] = [await foot.boundingBox(), await foot.getByRole('button').last().boundingBox()]
    expect(whole && last && Math.round(whole.x + whole.width - last.x - last.width)).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('an open menu', () => {
  it('lies over the page, which stays as wide as it was', async () => {
    const page = await stage.open(list, people.admin, { viewport: { width: 390, height: 700 } })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    const before = await width()
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menu', { name: 'More' }).waitFor()
    expect(await width()).toBe(before)
  })
})
