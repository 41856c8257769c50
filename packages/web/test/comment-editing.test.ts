// Comments that are edited on the page of their bug, and their earlier versions.
import { hasBrowser, type Page } from '@trackerkit/test-browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { violationsOf } from './axe.js'
import { useStage } from './browser.js'
import { people } from './harness.js'

const stage = useStage()

const reporter = () => stage.world.tracker.as({ login: people.reporter })

async function newBug(comment: string, is_markdown = true): Promise<number> {
  const place = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It is edited' }
  const { id } = await reporter().bugs.create({ ...place, description: 'As it was' })
  await reporter().bugs.update({ ids: [id], comment: { body: comment, is_markdown } })
  return id
}

const commentOf = async (id: number, count: number) =>
  (await reporter().comments.get({ ids: [id] })).bugs[id]!.comments[count]!

const article = (page: Page) => page.getByRole('article', { name: 'Comment 1' })

async function startEditing(page: Page, of = article(page)): Promise<void> {
  await of.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
}

describe.skipIf(!hasBrowser)('editing a comment', () => {
  beforeAll(async () => {
    const parameters = { comment_edit_minutes: 60 }
    await stage.world.tracker.asSystem().parameters.update({ parameters })
  })

  it('keeps its Markdown, saves by Ctrl+Enter and shows its earlier versions', async () => {
    const id = await newBug('It **blinks**')
    const page = await stage.open(`/bug/${id}`, people.reporter, { bypassCSP: true })
    await startEditing(page)
    const form = page.getByRole('form', { name: 'Edit comment 1' })
    const text = form.getByRole('textbox', { name: 'Comment' })
    expect(await text.inputValue()).toBe('It **blinks**')
    expect(await form.getByRole('checkbox', { name: 'Markdown' }).isChecked()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await text.fill('It **glows**')
    await text.press('Control+Enter')
    await article(page).locator('strong', { hasText: 'glows' }).waitFor()
    expect(await commentOf(id, 1)).toMatchObject({ text: 'It **glows**', is_markdown: true, revision: 1 })

    await article(page).getByRole('button', { name: 'edited' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions of comment 1' })
    await versions.getByText('It **blinks**').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('refuses to overwrite the version that another person saved, and keeps the typed text', async () => {
    const id = await newBug('First')
    const page = await stage.open(`/bug/${id}`, people.reporter)
    await startEditing(page)
    const form = page.getByRole('form', { name: 'Edit comment 1' })
    const text = form.getByRole('textbox', { name: 'Comment' })
    await text.fill('Mine')
    await reporter().comments.update({ id: (await commentOf(id, 1)).id, text: 'Theirs' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').waitFor()
    expect(await text.inputValue()).toBe('Mine')
    expect((await commentOf(id, 1)).text).toBe('Theirs')
    await form.getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
    await dialog.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await text.inputValue()).toBe('Mine')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Discard changes' }).click()
    await article(page).getByText('Theirs').waitFor()
    await startEditing(page)
    expect(await text.inputValue()).toBe('Theirs')
  })

  it('changes the description, and nothing when it is canceled, which returns the focus to the menu', async () => {
    const id = await newBug('First')
    const page = await stage.open(`/bug/${id}`, people.reporter)
    const description = page.getByRole('article', { name: 'Description' })
    await startEditing(page, description)
    const form = page.getByRole('form', { name: 'Edit description' })
    await form.getByRole('textbox', { name: 'Comment' }).fill('Not this')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await description.getByText('As it was').waitFor()
    await expect.poll(() => description.locator('[aria-haspopup=menu]:focus').count()).toBe(1)
    await startEditing(page, description)
    expect(await form.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('As it was')
    await form.getByRole('textbox', { name: 'Comment' }).fill('As it is')
    await form.getByRole('button', { name: 'Save' }).click()
    await description.getByText('As it is').waitFor()
    expect((await commentOf(id, 0)).text).toBe('As it is')
  })

  it('is offered to authors and administrators only', async () => {
    const id = await newBug('First')
    const page = await stage.open(`/bug/${id}`, people.grace)
    await article(page).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Edit', exact: true }).count()).toBe(0)
  })
})
