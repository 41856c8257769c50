// The command palette, by keyboard.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const field = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Type a command or search' })
const option = (page: Page, name: string | RegExp) =>
  dialog(page)
    .getByRole('listbox', { name: 'Commands' })
    .getByRole('option', { name, exact: typeof name === 'string' })

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}

describe.skipIf(!hasBrowser)('the command palette', () => {
  it('offers the controls of a bug with their keys, and presses the chosen one', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    await openPalette(page)
    await option(page, 'Status').waitFor()
    expect(await option(page, 'Status').innerText()).toMatch(/Status\s+s/)
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type('assig')
    await option(page, 'Assignee').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('listbox', { name: 'Assignee' }).waitFor()
    await page.keyboard.press('Escape')
    await openPalette(page)
    expect(await dialog(page).getByRole('group', { name: 'Recent' }).innerText()).toContain('Assignee')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  })

  it('adds keywords to a bug without any, as does their key', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    const keywords = page.getByRole('combobox', { name: 'Keywords' })
    const typed = page.getByRole('searchbox', { name: 'Filter options' })
    expect(await keywords.count()).toBe(0)
    await openPalette(page)
    expect(await option(page, 'Keywords').innerText()).toMatch(/Keywords\s+l/)
    await page.keyboard.type('keyw')
    await option(page, 'Keywords').waitFor()
    await page.keyboard.press('Enter')
    await typed.waitFor()
    await page.reload()
    await page.waitForSelector('html[data-live]')
    expect(await keywords.count()).toBe(0)
    await page.keyboard.press('l')
    await typed.waitFor()
    expect(await keywords.getAttribute('aria-expanded')).toBe('true')
  })

  it('opens with Caps Lock, and closes when the browser goes back', async () => {
    const page = await stage.open('/dashboard', people.grace)
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    await page.keyboard.press('Control+K')
    await option(page, 'Products').waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  it('leads to pages, products, the bugs of people, and bugs by their words', async () => {
    const page = await stage.open('/dashboard', people.grace)
    for (const [text, name, heading] of [
      ['products', 'Products', 'Products'],
      ['gadg', 'Gadgets', 'Gadgets'],
      ['rita', 'Assigned to Rita Reporter', 'Bugs'],
      ['hums', /It hums/, /It hums/],
      ['blinks', /It blinks/, /It blinks/],
      ['no such thing', 'Search for “no such thing”', 'Bugs'],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(text)
      await option(page, name).waitFor()
      while ((await option(page, name).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await dialog(page).count()).toBe(0)
    }
    // The others are found by their words only.
    await openPalette(page)
    await dialog(page).getByRole('group', { name: 'Recent' }).waitFor()
    expect(await dialog(page).getByRole('group', { name: 'Recent' }).getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/^Products/),
    ])
  })

  it('stays open when Ctrl+K follows Escape before the page is painted', async () => {
    const page = await stage.open('/dashboard', people.grace)
    await openPalette(page)
    await option(page, 'Products').waitFor()
    await page.evaluate(() => {
      const again = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true })
      const observer = new MutationObserver(() => {
        if (document.querySelector('dialog')) return
        observer.disconnect()
        document.body.dispatchEvent(again)
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await page.keyboard.press('Escape')
    await field(page).waitFor()
    await field(page).fill('gadg')
    await option(page, 'Gadgets').waitFor({ timeout: 5000 })
    expect(await dialog(page).count()).toBe(1)
  })

  it('gives the focus back to the control that had it', async () => {
    const page = await stage.open('/dashboard', people.grace)
    const link = page.getByRole('link', { name: 'Products', exact: true })
    await link.focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true)
  })

  it('requests the names of the products once', async () => {
    const page = await stage.open('/dashboard', people.grace)
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/rest\/(metadata|product)/.test(pathname)) requests.push(pathname)
    })
    for (const name of ['Gadgets', 'Widgets']) {
      await openPalette(page)
      await page.keyboard.type(name)
      await option(page, name).waitFor()
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'detached' })
    }
    expect(requests).toHaveLength(1)
  })

  it.each(['/dashboard', '/bugs?priority=High'])('leads from %s to the board', async (path) => {
    const page = await stage.open(path, people.grace)
    await openPalette(page)
    await page.keyboard.type('board')
    await option(page, 'Board').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Board', exact: true }).waitFor()
    expect(page.url()).toContain(path.startsWith('/bugs') ? '/board?priority=High' : '/board?status=__open__')
  })

  it('offers the bug with a typed ID first', async () => {
    const page = await stage.open('/dashboard', people.grace)
    await openPalette(page)
    const id = stage.world.bugs.other
    await page.keyboard.type(String(id))
    await option(page, `Go to bug ${id}`).waitFor()
    expect(await dialog(page).getByRole('option').first().innerText()).toBe(`Go to bug ${id}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /It hums/ }).waitFor()
  })

  it('leaves Ctrl+K to the field for a comment, and offers no people when logged out', async () => {
    const page = await stage.open(`/bug/${stage.world.bugs.plain}`, people.grace)
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.focus()
    // The keys of the field are loaded when it gets the focus.
    await expect
      .poll(async () => {
        if ((await comment.inputValue()) === '') await comment.press('Control+k')
        return comment.inputValue()
      })
      .toBe('[]()')
    expect(await dialog(page).count()).toBe(0)
    const visitor = await stage.open('/bugs')
    await openPalette(visitor)
    await visitor.keyboard.type('rita')
    await option(visitor, 'Search for “rita”').waitFor()
    expect(await option(visitor, /Assigned/).count()).toBe(0)
  })
})
