// Several fields of a bug that are changed at once on its page, in a browser.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { describe, expect, it } from 'vitest'
import { excessOf, violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const as = (login: string) => stage.world.tracker.as({ login })
const place = { product: 'Widgets', component: 'UI', version: '1.0' }
const panel = (page: Page) => page.getByRole('region', { name: 'Edit selected bugs' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!hasBrowser)('several fields of a bug', () => {
  it('change in one update after a preview, without a mouse, and Undo restores them', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Rattles' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    const changesOf = async () => (await as(people.grace).bugs.history({ ids: [id] })).bugs[0]?.history ?? []
    await button(page, 'Edit several').press('Enter')
    await panel(page)
      .getByRole('heading', { name: `Bug ${id}` })
      .waitFor()
    const status = panel(page).getByRole('combobox', { name: 'Status' })
    await expect.poll(() => status.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('p')
    await page.getByRole('searchbox', { name: 'Filter options' }).fill('Highest')
    await page.keyboard.press('Enter')
    await panel(page).getByRole('button', { name: 'More fields' }).press('Enter')
    const severity = panel(page).getByRole('combobox', { name: 'Severity' })
    await severity.press('Enter')
    await page.getByRole('searchbox', { name: 'Filter options' }).fill('critical')
    await page.keyboard.press('Enter')
    expect(await changesOf()).toEqual([])
    await panel(page).getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByRole('row', { name: `${id} Rattles Severity enhancement critical` }).waitFor()
    await button(page, 'Change 1 bug').press('Enter')
    await panel(page).waitFor({ state: 'detached' })
    expect((await changesOf()).map(({ changes }) => changes.length)).toEqual([2])
    const changed = await as(people.grace).bugs.get({ ids: [id] })
    expect(changed.bugs).toMatchObject([{ priority: 'Highest', severity: 'critical' }])
    await page.keyboard.press('.')
    await page.getByRole('status').filter({ hasText: 'Changes undone' }).waitFor()
    expect((await as(people.grace).bugs.get({ ids: [id] })).bugs).toMatchObject([{ severity: 'enhancement' }])
  })

  it('do not lose their comment without asking when the page is left', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Creaks' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    const asked: string[] = []
    page.on('dialog', (dialog) => asked.push(dialog.type()))
    await button(page, 'Edit several').press('Enter')
    await panel(page).getByRole('textbox', { name: 'Comment' }).fill('Because of the heat')
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    expect(asked).toEqual(['beforeunload'])
  })

  it('are not saved over a change that another user has made since the preview', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Clatters' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    await button(page, 'Edit several').press('Enter')
    await panel(page).getByRole('combobox', { name: 'Priority' }).press('Enter')
    await page.getByRole('searchbox', { name: 'Filter options' }).fill('Highest')
    await page.keyboard.press('Enter')
    await panel(page).getByRole('button', { name: 'Preview' }).press('Enter')
    await button(page, 'Change 1 bug').waitFor()
    await as(people.admin).bugs.update({ ids: [id], priority: 'Low' })
    await button(page, 'Change 1 bug').press('Enter')
    await panel(page).getByRole('alert').waitFor()
    expect((await as(people.grace).bugs.get({ ids: [id] })).bugs).toMatchObject([{ priority: 'Low' }])
    await panel(page).getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByRole('row', { name: `${id} Clatters Priority Low Highest` }).waitFor()
    await button(page, 'Change 1 bug').press('Enter')
    await panel(page).waitFor({ state: 'detached' })
    expect((await as(people.grace).bugs.get({ ids: [id] })).bugs).toMatchObject([{ priority: 'Highest' }])
  })

  it('stay unchanged after Cancel, and the focus returns to the button', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Squeaks' })
    const page = await stage.open(`/bug/${id}`, people.grace, { bypassCSP: true })
    for (const width of [1360, 760, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const all = button(page, 'All fields')
      if ((await all.isVisible()) && (await all.getAttribute('aria-expanded')) === 'false') await all.click()
      await button(page, 'Edit several').press('Enter')
      await panel(page).waitFor()
      // The panel can cover half of a button, which is then smaller until the page is scrolled.
      const violations = (await violationsOf(page)).filter((one) => !one.startsWith('target-size'))
      expect([width, await excessOf(page), violations]).toEqual([width, 0, []])
      await panel(page).getByRole('button', { name: 'Cancel' }).press('Enter')
      await panel(page).waitFor({ state: 'detached' })
      await expect.poll(() => button(page, 'Edit several').evaluate((one) => one === document.activeElement)).toBe(true)
    }
  })

  it('are canceled by a click that takes the focus from the comment', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Rattles' })
    const page = await stage.open(`/bug/${id}`, people.grace)
    await button(page, 'Edit several').press('Enter')
    await panel(page).getByRole('textbox', { name: 'Comment' }).click()
    await panel(page).getByRole('button', { name: 'Cancel' }).click({ delay: 50 })
    await expect.poll(() => panel(page).count()).toBe(0)
  })

  it('are offered to users who can edit them', async () => {
    const { id } = await as(people.grace).bugs.create({ ...place, summary: 'Whirrs' })
    const page = await stage.open(`/bug/${id}`)
    await page.getByRole('complementary', { name: 'Fields' }).waitFor()
    expect(await button(page, 'Edit several').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('the comment for several bugs', () => {
  it('stays when the last one is deselected, until it is canceled', async () => {
    const { id } = await as(people.reporter).bugs.create({ ...place, summary: 'Squeaks' })
    const page = await stage.open(`/bugs?status=__all__&summary=Squeaks`, people.grace)
    const box = page.getByRole('checkbox', { name: `Select bug ${id}`, exact: true })
    const comment = panel(page).getByRole('textbox', { name: 'Comment' })
    await box.check()
    await comment.fill('Oil them')
    await box.uncheck()
    await panel(page).getByRole('heading', { name: '0 selected' }).waitFor()
    expect(await comment.inputValue()).toBe('Oil them')
    expect(await button(page, 'Preview').isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await box.check()
    expect(await comment.inputValue()).toBe('Oil them')
    await button(page, 'Cancel').click()
    await panel(page).waitFor({ state: 'detached' })
    await box.check()
    expect(await comment.inputValue()).toBe('')
    await box.uncheck()
    await panel(page).waitFor({ state: 'detached' })
  })
})
